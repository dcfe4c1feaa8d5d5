package dev.goldenrod.engine.postgres.imports.dump;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.engine.postgres.imports.destination.TargetSettings;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The source server's settings for dates, numbers, names and plans, as a session that sets none of
 * them sees them. Read with psql, because this process' JDBC driver sets some.
 */
final class ServerSettings {
  private static final String QUERY =
      """
      SELECT pg_catalog.json_object_agg(name, pg_catalog.current_setting(name))
        FROM pg_catalog.pg_settings
       WHERE (pg_catalog.lower(name) IN (%s) OR name LIKE 'enable\\_%%')
         AND (source <> 'default' AND reset_val IS DISTINCT FROM boot_val OR name IN (%s))
         AND reset_val <> '' AND source NOT IN ('database', 'user', 'database user', 'client', 'session')
      """
          .formatted(quoted(TargetSettings.KEPT), quoted(TargetSettings.OF_SIZE));

  /** The settings of a language are only listed after it was used. */
  private static final String USE_LANGUAGE = "DO 'BEGIN END'";

  private final ImportWork work;

  ServerSettings(ImportWork work) {
    this.work = work;
  }

  /** Reads the settings after the session's own are set; empty if there is no psql. */
  List<Setting> read(LibpqService service, SessionSettings session) {
    Optional<String> psql = work.tools().find("psql");
    if (psql.isEmpty()) {
      work.report()
          .warn(
              "TimeZone, DateStyle, costs and other settings of the source's server are left out: there is no psql in %s"
                  .formatted(work.tools().origin()));
      return List.of();
    }
    List<String> output = new ArrayList<>();
    OutputLimit limit = OutputLimit.ofMessages("lines that psql prints of the source's settings");
    int exitCode =
        work.runner()
            .run(
                "psql.log",
                List.of(
                    psql.get(),
                    "--no-psqlrc",
                    "--no-password",
                    "--quiet",
                    "--tuples-only",
                    "--no-align",
                    "--dbname=" + service.dbname(),
                    "--command=" + session.statements(),
                    "--command=" + USE_LANGUAGE,
                    "--command=" + QUERY),
                service.environment(),
                line -> {
                  limit.count(line);
                  output.add(line);
                });
    if (exitCode != 0) {
      throw new DataPlaneException(
          "the settings of the source's server could not be read: " + String.join("; ", output));
    }
    return output.stream()
        .filter(line -> line.startsWith("{"))
        .flatMap(ServerSettings::parse)
        .toList();
  }

  private static String quoted(Set<String> names) {
    return names.stream().sorted().collect(Collectors.joining("', '", "'", "'"));
  }

  private static Stream<Setting> parse(String json) {
    try {
      Map<String, String> values =
          new TreeMap<>(
              new ObjectMapper().readValue(json, new TypeReference<Map<String, String>>() {}));
      return values.entrySet().stream()
          .map(value -> new Setting(null, value.getKey(), value.getValue()));
    } catch (IOException e) {
      throw new DataPlaneException("the settings of the source's server are not readable", e);
    }
  }
}
