package dev.goldenrod.spring;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * The properties with the prefix {@code goldenrod}. Spring Boot's annotation processor turns these
 * descriptions into the metadata that editors show.
 *
 * @param golden Name of the golden whose clones the tests use: 1 to 40 characters a-z, 0-9 and -.
 *     Without it, Goldenrod does nothing.
 * @param migrations Folder of the class path with Flyway migrations, in place of the application's
 *     own.
 * @param liquibase Change log of Liquibase on the class path, in place of the application's own
 *     migrations.
 * @param dump Dump file of pg_dump, in place of the application's own migrations.
 * @param script SQL files that run last to fill the golden, on the class path or beginning with
 *     'file:'.
 * @param roles Roles to create before the migrations, for grants in them; they cannot log in.
 * @param adminScript SQL files that a superuser runs before the migrations, on the class path or
 *     beginning with 'file:'.
 * @param postgres Major version of PostgreSQL; by default the newest that can run.
 * @param perTest Whether each test has its own clone, in place of one for each application context.
 * @param size Size of a clone, which sets its resources and its maximum number of connections:
 *     small (50), medium (100) or large (200).
 * @param foreign Names of the beans that may connect to databases other than clones; other data
 *     sources that do so are refused.
 */
@ConfigurationProperties("goldenrod")
record GoldenrodProperties(
    @DefaultValue("") String golden,
    @Nullable String migrations,
    @Nullable String liquibase,
    @Nullable Path dump,
    @DefaultValue List<String> script,
    @DefaultValue List<String> roles,
    @DefaultValue List<String> adminScript,
    @DefaultValue("") String postgres,
    boolean perTest,
    @DefaultValue("small") String size,
    @DefaultValue List<String> foreign,
    @DefaultValue Server server) {
  private static final String PREFIX = "goldenrod";
  private static final String KNOWN =
      "goldenrod.golden, per-test, script, migrations, liquibase, dump, roles, admin-script,"
          + " postgres, size, foreign, server.url or server.token";

  /**
   * A server that runs elsewhere.
   *
   * @param url URL of a server that runs elsewhere; by default a server on this machine starts
   *     automatically.
   * @param token Token of an admin of the server at goldenrod.server.url.
   */
  record Server(@Nullable URI url, @Nullable String token) {}

  /** Returns empty if the properties name no golden; refuses unknown properties. */
  static Optional<GoldenrodProperties> of(Environment environment) {
    BindHandler nothingUnknown =
        new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
    try {
      return Optional.of(
              Binder.get(environment)
                  .bindOrCreate(PREFIX, Bindable.of(GoldenrodProperties.class), nothingUnknown))
          .filter(properties -> !properties.golden().isBlank());
    } catch (BindException e) {
      throw e.getCause() instanceof UnboundConfigurationPropertiesException unknown
          ? unknown(unknown)
          : e;
    }
  }

  private static CloneSetupException unknown(UnboundConfigurationPropertiesException unknown) {
    return new CloneSetupException(
        unknown.getUnboundProperties().stream()
            .map(property -> "%s (%s)".formatted(property.getName(), property.getOrigin()))
            .collect(Collectors.joining(", ", "Goldenrod does not know the property ", "")),
        "Use one of " + KNOWN);
  }

  /** Returns whether the properties name a source of the schema. */
  boolean haveSchema() {
    return migrations != null || liquibase != null || dump != null;
  }
}
