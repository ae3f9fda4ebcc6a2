/** Small sounds: short bursts of noise through a filter. */

/** @type {Record<string, number[][]>} bursts of [start s, length s, tone Hz, sharpness, loudness] */
const BURSTS = {
  lay: [[0, 0.07, 1500, 0.8, 0.5]],
  draw: [[0, 0.13, 3400, 0.7, 0.2]],
  turn: [[0, 0.05, 900, 6, 0.5], [0.09, 0.06, 1200, 6, 0.5]],
  call: [[0, 0.09, 700, 9, 1], [0.1, 0.14, 1050, 9, 1]],
  win: [[0, 0.12, 660, 14, 1.2], [0.13, 0.12, 830, 14, 1.2], [0.26, 0.26, 990, 14, 1.2]],
  lose: [[0, 0.16, 520, 14, 1], [0.17, 0.28, 390, 14, 1]],
}
/** @type {AudioContext | null} */
let audio = null

/** @param {string[]} names */
export function play(names) {
  if (document.documentElement.dataset.sound === 'off' || document.hidden || !navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  void audio.resume()
  names.forEach((name, i) => {
    for (const [start, length, tone, sharpness, loudness] of BURSTS[name] ?? []) burst(/** @type {AudioContext} */ (audio), start + i * 0.08, length, tone, sharpness, loudness)
  })
}

/**
 * @param {AudioContext} on @param {number} start @param {number} length
 * @param {number} tone @param {number} sharpness @param {number} loudness
 */
function burst(on, start, length, tone, sharpness, loudness) {
  const noise = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2
  const source = new AudioBufferSourceNode(on, { buffer: noise })
  const filter = new BiquadFilterNode(on, { type: 'bandpass', frequency: tone, Q: sharpness })
  const gain = new GainNode(on, { gain: loudness * 0.5 })
  source.connect(filter).connect(gain).connect(on.destination)
  source.start(on.currentTime + start)
}
