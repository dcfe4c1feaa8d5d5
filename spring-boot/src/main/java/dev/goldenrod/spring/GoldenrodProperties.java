package dev.goldenrod.spring;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/** The properties with the prefix {@code goldenrod}. */
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
