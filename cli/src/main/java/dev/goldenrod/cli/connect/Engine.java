package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.stream.Stream;

/** What a database is of. */
public enum Engine {
  POSTGRESQL("postgresql", "PostgreSQL", "psql"),
  MYSQL("mysql", "MySQL", "mysql"),
  MONGODB("mongodb", "MongoDB", "mongosh");

  private final String scheme;
  private final String title;
  private final String client;

  Engine(String scheme, String title, String client) {
    this.scheme = scheme;
    this.title = title;
    this.client = client;
  }

  static Engine ofUri(String uri) {
    return Stream.of(values())
        .filter(engine -> uri.startsWith(engine.scheme + ":"))
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.REFUSED,
                    "the server tells of an engine that this release of goldenrod does not know"));
  }

  /** As connection strings begin. */
  String scheme() {
    return scheme;
  }

  /** As its makers write it. */
  String title() {
    return title;
  }

  /** The word that opens its client. */
  String client() {
    return client;
  }
}
