def main() -> None:
    print("klatsch")
