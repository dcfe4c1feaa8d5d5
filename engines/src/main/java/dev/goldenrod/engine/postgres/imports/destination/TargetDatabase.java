package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.imports.ImportWork.EngineHost;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.SourceLocale;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the database that the source's is loaded into. */
public final class TargetDatabase {
  private final SourceMetadata metadata;
  private final StepReport report;
  private final EngineHost host;

  public TargetDatabase(SourceMetadata metadata, StepReport report, EngineHost host) {
    this.metadata = metadata;
    this.report = report;
    this.host = host;
  }

  /** Creates the database with the source's encoding and locale, or the closest available. */
  public void create(Connection template) throws SQLException {
    if (metadata.database().equals("postgres")) {
      // The one that initdb created may have another encoding and locale.
      Sql.run(template, "DROP DATABASE postgres");
    }
    List<String> candidates = locales(metadata.locale());
    for (String candidate : candidates) {
      if (create(template, candidate, candidate.equals(candidates.get(candidates.size() - 1)))) {
        if (!candidate.equals(candidates.get(0))) {
          warnOfLocale(candidate);
        }
        return;
      }
    }
  }

  /** Copies the source's comment. */
  public void describe(Connection role) throws SQLException {
    if (metadata.comment() != null) {
      Sql.run(
          role,
          "COMMENT ON DATABASE %s IS %s"
              .formatted(Sql.name(metadata.database()), Sql.text(metadata.comment())));
    }
  }

  private boolean create(Connection template, String locale, boolean last) throws SQLException {
    try {
      Sql.run(
          template,
          "CREATE DATABASE %s OWNER %s TEMPLATE template0 ENCODING %s %s"
              .formatted(
                  Sql.name(metadata.database()),
                  PostgresLogin.CLONE_ROLE,
                  Sql.text(metadata.locale().encoding()),
                  locale));
      return true;
    } catch (SQLException e) {
      if (last) {
        throw e;
      }
      return false;
    }
  }

  private static List<String> locales(SourceLocale locale) {
    List<String> candidates = new ArrayList<>();
    candidates.add(clause(locale.collate(), locale.ctype(), locale.provider(), locale.name()));
    if (!locale.provider().equals("c")) {
      candidates.add(clause("C", "C", locale.provider(), locale.name()));
    }
    if (locale.encoding().equals("UTF8")) {
      candidates.add(clause("C.UTF-8", "C.UTF-8", "c", null));
    }
    candidates.add(clause("C", "C", "c", null));
    return candidates;
  }

  private static String clause(
      String collate, String ctype, String provider, @Nullable String name) {
    String library = "LC_COLLATE %s LC_CTYPE %s".formatted(Sql.text(collate), Sql.text(ctype));
    return switch (provider) {
      case "i" -> library + " LOCALE_PROVIDER icu ICU_LOCALE " + Sql.text(String.valueOf(name));
      case "b" ->
          library + " LOCALE_PROVIDER builtin BUILTIN_LOCALE " + Sql.text(String.valueOf(name));
      default -> library;
    };
  }

  private void warnOfLocale(String used) {
    SourceLocale locale = metadata.locale();
    report.warn(
        "%s has no locale '%s' for encoding %s; text sorts by %s instead; %s"
            .formatted(
                host,
                locale.name() == null ? locale.collate() : locale.name(),
                locale.encoding(),
                used,
                host.remedy("the locale")));
  }
}
