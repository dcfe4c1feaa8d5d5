package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.imports.SourceFacts.Setting;
import dev.goldenrod.dataplane.local.imports.SourceFacts.SourceLocale;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates the database that the source's is loaded into, and gives it what the source's has. */
final class TargetDatabase {
  /** They change what a session runs or may do, and not what the data means. */
  private static final Set<String> NOT_KEPT =
      Set.of(
          "session_preload_libraries",
          "local_preload_libraries",
          "default_tablespace",
          "temp_tablespaces",
          "role",
          "session_authorization",
          "session_replication_role");

  private final SourceFacts facts;
  private final StepReport report;

  TargetDatabase(SourceFacts facts, StepReport report) {
    this.facts = facts;
    this.report = report;
  }

  /** Creates the database with the source's encoding and locale, or the closest there is. */
  void create(Connection template) throws SQLException {
    if (facts.database().equals("postgres")) {
      // What initdb made has not the source's encoding and locale.
      Sql.run(template, "DROP DATABASE postgres");
    }
    List<String> candidates = locales(facts.locale());
    for (String candidate : candidates) {
      if (create(template, candidate, candidate.equals(candidates.get(candidates.size() - 1)))) {
        if (!candidate.equals(candidates.get(0))) {
          warnOfLocale(candidate);
        }
        return;
      }
    }
  }

  /** Stores the source's settings and comment with the database. */
  void describe(Connection connection) throws SQLException {
    for (Setting setting : facts.settings()) {
      keep(connection, setting);
    }
    if (facts.comment() != null) {
      Sql.run(
          connection,
          "COMMENT ON DATABASE %s IS %s"
              .formatted(Sql.name(facts.database()), Sql.text(facts.comment())));
    }
  }

  private boolean create(Connection template, String locale, boolean last) throws SQLException {
    try {
      Sql.run(
          template,
          "CREATE DATABASE %s OWNER %s TEMPLATE template0 ENCODING %s %s"
              .formatted(
                  Sql.name(facts.database()),
                  AdminRole.CLONE_ROLE,
                  Sql.text(facts.locale().encoding()),
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
    SourceLocale locale = facts.locale();
    report.warn(
        "this machine has no locale '%s' for encoding %s; text sorts by %s instead; install the locale and import again"
            .formatted(
                locale.name() == null ? locale.collate() : locale.name(), locale.encoding(), used));
  }

  private void keep(Connection connection, Setting setting) throws SQLException {
    if (NOT_KEPT.contains(setting.key())) {
      report.warn(
          "setting %s of the database is left out: it does not suit a clone"
              .formatted(setting.key()));
      return;
    }
    String owner =
        setting.role() == null
            ? "DATABASE %s".formatted(Sql.name(facts.database()))
            : "ROLE %s IN DATABASE %s"
                .formatted(Sql.name(setting.role()), Sql.name(facts.database()));
    try {
      store(connection, owner, setting);
    } catch (SQLException e) {
      report.warn(
          "setting %s = '%s' of the database is left out: %s"
              .formatted(setting.key(), setting.value(), e.getMessage()));
    }
  }

  private static void store(Connection connection, String owner, Setting setting)
      throws SQLException {
    connection.setAutoCommit(false);
    try {
      // Taken from the session, the value needs no quoting, be it a list or not.
      Sql.list(
          connection,
          "SELECT pg_catalog.set_config(?, ?, true)",
          row -> row.getString(1),
          setting.key(),
          setting.value());
      Sql.run(connection, "ALTER %s SET %s FROM CURRENT".formatted(owner, key(setting.key())));
      connection.commit();
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static String key(String key) {
    // An extension's setting has a dot between two names.
    return Arrays.stream(key.split("\\.")).map(Sql::name).collect(Collectors.joining("."));
  }
}
