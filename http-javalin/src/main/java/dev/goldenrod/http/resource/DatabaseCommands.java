package dev.goldenrod.http.resource;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.DatabaseCopy;
import dev.goldenrod.control.DatabaseUpdate;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.http.route.Body;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Parses request bodies into database commands. */
final class DatabaseCommands {
  private static final DatabaseConfig DEFAULT = DatabaseConfig.DEFAULT;

  private DatabaseCommands() {}

  /** Returns whether the body requests a copy of a golden instead of an empty database. */
  static boolean isCopy(Body body) {
    if (!body.has("golden") && body.intOrZero("golden_version") != 0) {
      throw ControlPlaneException.invalidBecause("golden_version", "requires golden");
    }
    return body.has("golden");
  }

  static Databases.Create create(Body body) {
    String name = body.text("name");
    DatabaseType type =
        body.choice(
            "type", DatabaseType::parse, names(DatabaseType.values(), DatabaseType::wireName));
    Body config = body.part("config");
    return new Databases.Create(
        name,
        type,
        body.text("version"),
        new DatabaseConfig(
            memory(config).orElse(DEFAULT.memory()),
            storage(config).orElse(DEFAULT.storage()),
            cpu(config).orElse(DEFAULT.cpu())),
        body.textOrEmpty("cluster"));
  }

  static DatabaseCopy copy(Body body) {
    for (String field : List.of("type", "version")) {
      if (body.has(field)) {
        throw ControlPlaneException.invalidBecause(
            field,
            "cannot be combined with golden, whose data determines it; give either golden, or type and version");
      }
    }
    Body config = body.part("config");
    return new DatabaseCopy(
        body.text("name"),
        body.text("golden"),
        body.intOrZero("golden_version"),
        memory(config).orElse(DEFAULT.memory()),
        storage(config).orElse(null),
        cpu(config).orElse(DEFAULT.cpu()),
        body.textOrEmpty("cluster"));
  }

  static DatabaseUpdate update(Body body) {
    Body config = body.part("config");
    return new DatabaseUpdate(
        memory(config).orElse(null),
        storage(config).orElse(null),
        cpu(config).orElse(null),
        body.textOrNull("description"),
        body.flagOrNull("protected"));
  }

  static Databases.Branch branch(Body body) {
    return new Databases.Branch(
        body.text("name"), body.textOrEmpty("description"), body.textOrEmpty("cluster"));
  }

  private static Optional<Memory> memory(Body body) {
    return body.choiceIfPresent("memory", Memory::parse, names(Memory.values(), Memory::wireName));
  }

  private static Optional<Storage> storage(Body body) {
    return body.choiceIfPresent(
        "storage", Storage::parse, names(Storage.values(), Storage::wireName));
  }

  private static Optional<Cpu> cpu(Body body) {
    return body.choiceIfPresent("cpu", Cpu::parse, names(Cpu.values(), Cpu::wireName));
  }

  private static <T> List<String> names(T[] values, Function<T, String> name) {
    return Stream.of(values).map(name).toList();
  }
}
