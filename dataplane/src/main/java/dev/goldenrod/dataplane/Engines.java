package dev.goldenrod.dataplane;

import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.mongodb.MongoDbEngine;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.engine.postgres.PostgresEngine;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The engines that data planes run. */
public final class Engines {
  private static final List<Engine> ALL =
      List.of(new PostgresEngine(), new MySqlEngine(), new MongoDbEngine());

  private Engines() {}

  /** All of them, in the order in which they are listed. */
  public static List<Engine> all() {
    return ALL;
  }

  /** All of them by the names of their types in the API. */
  public static Map<String, Engine> byType() {
    return ALL.stream().collect(Collectors.toUnmodifiableMap(Engine::type, Function.identity()));
  }
}
