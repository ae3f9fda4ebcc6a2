"""The written rule sets, one file each."""
