package dev.goldenrod.dataplane;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.engine.imports.Importer;
import dev.goldenrod.engine.mongodb.MongoDbEngine;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImporter;
import dev.goldenrod.engine.postgres.imports.physical.PostgresDataDirectoryImporter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The engines that data planes run. */
public final class Engines {
  private static final List<Engine> ALL =
      List.of(new PostgresEngine(), new MySqlEngine(), new MongoDbEngine());

  private static final Importer IMPORTER = new PostgresImporter();
  private static final DataDirectoryImporter DATA_DIRECTORY_IMPORTER =
      new PostgresDataDirectoryImporter();

  private Engines() {}

  /** All of them, in the order in which they are listed. */
  public static List<Engine> all() {
    return ALL;
  }

  /** The names of their types in the API, in the same order. */
  public static List<String> types() {
    return ALL.stream().map(Engine::type).toList();
  }

  /** All releases of all engines, each available from that origin. */
  public static List<EngineVersion> versions(EngineVersion.Origin origin) {
    return ALL.stream()
        .flatMap(
            engine ->
                engine.releases().stream()
                    .map(release -> EngineVersion.available(engine.type(), release, origin)))
        .toList();
  }

  /** The engine of that type. */
  public static Engine of(String type) {
    return Objects.requireNonNull(byType().get(type), type);
  }

  /** Imports databases of the one engine that has an importer. */
  public static Importer importer() {
    return IMPORTER;
  }

  /** Imports data directories of the one engine that has such an importer. */
  public static DataDirectoryImporter dataDirectoryImporter() {
    return DATA_DIRECTORY_IMPORTER;
  }

  /** All of them by the names of their types in the API. */
  public static Map<String, Engine> byType() {
    return ALL.stream().collect(Collectors.toUnmodifiableMap(Engine::type, Function.identity()));
  }
}
