package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.stream.Stream;

/** A database engine. */
enum Engine {
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
                    "the server uses an engine that this release of goldenrod does not support"));
  }

  /** Returns the scheme of the engine's connection strings. */
  String scheme() {
    return scheme;
  }

  String title() {
    return title;
  }

  String client() {
    return client;
  }
}
