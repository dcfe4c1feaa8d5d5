package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabaseType;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The parsed spec of a Database. Methods throw {@link ControlPlaneException} for invalid fields.
 */
record DeclaredDatabaseSpec(DeclaredObject object) {
  String name() {
    return object
        .spec("name")
        .orElseGet(() -> object.name().namespace() + "-" + object.name().name());
  }

  Optional<String> originDatabase() {
    return object.spec("origin", "database");
  }

  Optional<UUID> originSnapshot() {
    return object.spec("origin", "snapshot").map(UUID::fromString);
  }

  Databases.Create create(String cluster) {
    return new Databases.Create(
        name(),
        parsed("engine", DatabaseType::parse)
            .orElseThrow(() -> ControlPlaneException.invalidBecause("engine", "must be given")),
        object.spec("version").orElse(""),
        config(DatabaseConfig.DEFAULT),
        cluster);
  }

  /** Returns the declared resources, with the given ones where none are declared. */
  DatabaseConfig config(DatabaseConfig others) {
    return new DatabaseConfig(
        parsed("memory", text -> Memory.parse(size(text))).orElse(others.memory()),
        parsed("storage", text -> Storage.parse(size(text))).orElse(others.storage()),
        parsed("cpu", text -> Cpu.parse(cores(text))).orElse(others.cpu()));
  }

  /** Converts a Kubernetes quantity, as in {@code 512Mi}, to the API's notation. */
  private static String size(String text) {
    return text.endsWith("i")
        ? text.substring(0, text.length() - 1).toLowerCase(Locale.ROOT)
        : text;
  }

  private static String cores(String text) {
    return text.equals("500m") ? Cpu.HALF.wireName() : text;
  }

  Optional<Boolean> running() {
    return object.spec("running").map(Boolean::parseBoolean);
  }

  private <T> Optional<T> parsed(String field, Function<String, Optional<T>> parser) {
    return object
        .spec(field)
        .map(
            text ->
                parser
                    .apply(text)
                    .orElseThrow(
                        () ->
                            ControlPlaneException.invalidBecause(
                                field, "'" + text + "' is not one of the allowed values")));
  }
}
