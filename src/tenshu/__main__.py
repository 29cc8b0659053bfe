"""`python -m tenshu` is the `tenshu` command."""

from tenshu.cli.main import main

if __name__ == "__main__":
    main()
