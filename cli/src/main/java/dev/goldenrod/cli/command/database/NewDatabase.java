package dev.goldenrod.cli.command.database;

import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the origin of a new database and the cluster that it runs on. */
final class NewDatabase {
  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "postgresql, mysql or mongodb (postgresql).")
  private @Nullable String type;

  @Option(
      names = "--version",
      paramLabel = "VERSION",
      description = "Version of the engine (the newest installed one).")
  private @Nullable String version;

  @Option(
      names = "--golden",
      paramLabel = "GOLDEN",
      description = "Golden to create the database from, by name or id (none, an empty database).")
  private @Nullable String golden;

  @Option(
      names = "--golden-version",
      paramLabel = "VERSION",
      description = "The golden's version (the latest).")
  private @Nullable Integer goldenVersion;

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = "Cluster to run the database on, by name or id.")
  private @Nullable String cluster;

  Map<String, Object> body(Session session, String name, DatabaseSize size) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("name", name);
    if (golden == null) {
      requireNone("--golden-version requires --golden", goldenVersion);
      String engine = type == null ? "postgresql" : type;
      body.put("type", engine);
      body.put("version", version == null ? NewestVersion.of(session, engine, cluster) : version);
    } else {
      String clash = "--golden determines the type and the version; omit ";
      requireNone(clash + "--type", type);
      requireNone(
          clash + "--version, or choose a version of the golden with --golden-version", version);
      body.put("golden", session.lookup().goldenName(golden));
      body.put("golden_version", goldenVersion);
    }
    body.put("config", size.config());
    body.put("cluster", cluster);
    return given(body);
  }

  static Map<String, Object> given(Map<String, @Nullable Object> body) {
    Map<String, Object> given = new LinkedHashMap<>();
    body.forEach(
        (field, value) -> {
          if (value != null) {
            given.put(field, value);
          }
        });
    return given;
  }

  private static void requireNone(String otherwise, @Nullable Object value) {
    if (value != null) {
      throw new CliException(ExitCode.USAGE, otherwise);
    }
  }
}
