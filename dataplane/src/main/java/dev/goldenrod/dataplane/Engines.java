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

/** The database engines and importers that every data plane supports. */
public final class Engines {
  private static final List<Engine> ALL =
      List.of(new PostgresEngine(), new MySqlEngine(), new MongoDbEngine());

  private static final Importer IMPORTER = new PostgresImporter();
  private static final DataDirectoryImporter DATA_DIRECTORY_IMPORTER =
      new PostgresDataDirectoryImporter();

  private Engines() {}

  /** Returns all engines, in the order in which the API lists them. */
  public static List<Engine> all() {
    return ALL;
  }

  public static List<String> types() {
    return ALL.stream().map(Engine::type).toList();
  }

  /** Returns every release of every engine as an available version with the given origin. */
  public static List<EngineVersion> versions(EngineVersion.Origin origin) {
    return ALL.stream()
        .flatMap(
            engine ->
                engine.releases().stream()
                    .map(release -> EngineVersion.available(engine.type(), release, origin)))
        .toList();
  }

  /** Returns the engine with the given API type name, which must exist. */
  public static Engine of(String type) {
    return Objects.requireNonNull(byType().get(type), type);
  }

  /** Returns the importer of PostgreSQL, the only engine with one. */
  public static Importer importer() {
    return IMPORTER;
  }

  /** Returns the data directory importer of PostgreSQL, the only engine with one. */
  public static DataDirectoryImporter dataDirectoryImporter() {
    return DATA_DIRECTORY_IMPORTER;
  }

  public static Map<String, Engine> byType() {
    return ALL.stream().collect(Collectors.toUnmodifiableMap(Engine::type, Function.identity()));
  }
}
