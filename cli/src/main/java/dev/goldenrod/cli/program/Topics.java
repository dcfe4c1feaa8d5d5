package dev.goldenrod.cli.program;

import java.util.List;

/** Help topics that are not commands. */
final class Topics {
  private Topics() {}

  static List<String> names() {
    return List.of("examples", "exit-codes");
  }

  static List<String> examples() {
    return List.of(
        "A server of your own, and a database to keep:",
        "  goldenrod up",
        "  goldenrod database create orders",
        "  goldenrod psql orders",
        "",
        "A branch of it, what it changed, and its promotion:",
        "  goldenrod branch create orders orders-next",
        "  goldenrod psql orders-next -- -c 'create table tea (name text)'",
        "  goldenrod diff orders-next",
        "  goldenrod database promote orders-next",
        "",
        "A clone of a golden for eight hours, and its login in your shell:",
        "  goldenrod clone create shop mine --ttl 8h",
        "  eval \"$(goldenrod url mine --env)\"",
        "  goldenrod clone reset mine",
        "  goldenrod clone delete mine",
        "",
        "Tests on a clone that is gone when they end:",
        "  goldenrod run shop -- ./gradlew test",
        "",
        "In a script:",
        "  goldenrod login https://goldenrod.example --token-stdin < token",
        "  goldenrod clone create shop -o json | jq -r .endpoint",
        "",
        "A golden of a real database:",
        "  goldenrod secret put shop-source --username app",
        "  goldenrod source add --host db.example --dbname shop --secret shop-source",
        "  goldenrod import start shop",
        "  goldenrod golden share shop");
  }

  static List<String> exitCodes() {
    return List.of(
        "0  done",
        "1  refused by the server, or what was waited for failed",
        "2  the command line is wrong",
        "3  what was named does not exist",
        "4  not logged in, or not allowed",
        "5  a conflict with what is there",
        "6  the time to wait was up; what was begun goes on",
        "7  no server answered, or nobody knows whether a change was done",
        "127  the program to be started is not on this machine",
        "",
        "psql, mysql, mongosh and run end as the program that they start, 130 after Ctrl-C.");
  }
}
