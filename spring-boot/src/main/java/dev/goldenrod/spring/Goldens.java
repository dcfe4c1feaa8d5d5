package dev.goldenrod.spring;

import dev.goldenrod.junit.Goldenrod;
import dev.goldenrod.junit.Recipe;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.springframework.core.env.ConfigurableEnvironment;

/** The goldens that the properties of application contexts describe. */
final class Goldens {
  private static final String FILE = "file:";

  /** Contexts with equal properties share an instance. */
  private static final Map<Key, Goldenrod> KNOWN = new ConcurrentHashMap<>();

  private record Key(GoldenrodProperties properties, String migrations) {}

  private Goldens() {}

  /** Returns the launcher of clones; refuses properties that do not describe a golden. */
  static Goldenrod of(GoldenrodProperties properties, ConfigurableEnvironment environment) {
    Optional<ApplicationMigrations> own =
        properties.haveSchema() ? Optional.empty() : ApplicationMigrations.of(environment);
    if (own.isEmpty() && !properties.haveSchema() && properties.script().isEmpty()) {
      throw new CloneSetupException(
          ("goldenrod.golden is '%s', but there is nothing to create it from: the application has"
                  + " no Flyway and no Liquibase that Spring Boot configures, that is enabled, and"
                  + " that finds files (spring.flyway.locations, spring.liquibase.change-log)")
              .formatted(properties.golden()),
          "Set goldenrod.migrations, goldenrod.liquibase, goldenrod.dump or goldenrod.script");
    }
    return KNOWN.computeIfAbsent(
        new Key(properties, own.map(ApplicationMigrations::version).orElse("")),
        key ->
            server(properties.server())
                .size(properties.size())
                .golden(properties.golden(), recipe -> describe(recipe, properties, own)));
  }

  private static Goldenrod server(GoldenrodProperties.Server server) {
    URI url = server.url();
    String token = server.token();
    if (url == null && token == null) {
      return Goldenrod.embedded();
    }
    if (url == null || token == null) {
      throw new CloneSetupException(
          "goldenrod.server.%s is set and goldenrod.server.%s is not"
              .formatted(url == null ? "token" : "url", url == null ? "url" : "token"),
          "Set both, or neither for a server on this machine that starts automatically");
    }
    return Goldenrod.server(url, token);
  }

  private static void describe(
      Recipe recipe, GoldenrodProperties properties, Optional<ApplicationMigrations> own) {
    recipe.postgres(properties.postgres());
    recipe.roles(properties.roles().toArray(String[]::new));
    properties
        .adminScript()
        .forEach(script -> add(script, recipe::adminScript, recipe::adminScript));
    Optional.ofNullable(properties.dump()).ifPresent(recipe::dump);
    Optional.ofNullable(properties.migrations()).ifPresent(recipe::migrations);
    Optional.ofNullable(properties.liquibase()).ifPresent(recipe::liquibase);
    own.ifPresent(migrations -> recipe.initializer(migrations.version(), migrations::fill));
    properties.script().forEach(script -> add(script, recipe::script, recipe::script));
  }

  private static void add(String script, Consumer<Path> file, Consumer<String> resource) {
    if (script.startsWith(FILE)) {
      file.accept(Path.of(script.substring(FILE.length())));
    } else {
      resource.accept(script);
    }
  }
}
