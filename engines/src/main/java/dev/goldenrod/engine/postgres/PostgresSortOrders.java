package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.SortOrders;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** PostgreSQL sorts with the C library, and with ICU where a collation says so. */
final class PostgresSortOrders implements SortOrders {
  /** First release that records for each database the version of its collation. */
  private static final int NOTES_VERSIONS = 15;

  private static final String LIBRARIES =
      """
      libc=$(getconf GNU_LIBC_VERSION 2> /dev/null) || libc="musl $(ldd 2>&1 | sed -n 's/^Version //p')"
      echo "libc $libc"
      icu=$(ldd "$(command -v "$1")" 2> /dev/null | sed -n 's/.*libicui18n[^ ]*\\.so\\.\\([0-9][0-9]*\\).*/\\1/p' | head -n 1)
      echo "icu ${icu:-none}"
      """;

  /** Locales that sort by bytes in every release. */
  private static final String OF_BYTES = "('C', 'POSIX', 'C.UTF-8', 'C.utf8')";

  private static final String DATABASES =
      "SELECT datname FROM pg_database WHERE datallowconn ORDER BY datname";

  private static final String BY_DEFAULT =
      """
      SELECT DISTINCT CASE %1$s WHEN 'i' THEN 'icu' ELSE 'libc' END FROM pg_database
      WHERE %1$s = 'i' OR %1$s = 'c' AND datcollate NOT IN %2$s
      """;

  private static final String BY_INDEX =
      """
      SELECT DISTINCT CASE collprovider WHEN 'i' THEN 'icu' ELSE 'libc' END
      FROM pg_index CROSS JOIN unnest(indcollation) AS used(id)
      JOIN pg_collation ON pg_collation.oid = used.id
      WHERE collprovider = 'i' OR collprovider = 'c' AND collcollate NOT IN %s
      """
          .formatted(OF_BYTES);

  private static final String OUTDATED =
      """
      SELECT format('%s was sorted by release %s of its library, and its server has %s',
                    datname, datcollversion, pg_database_collation_actual_version(oid))
      FROM pg_database
      WHERE datcollversion <> pg_database_collation_actual_version(oid) AND datname = ?
      """;

  /** A name may look like an option, and the database may have replaced unqualified operators. */
  private static final String REBUILD =
      """
      set -eu
      single() {
        %1$s -c exit_on_error=on -c default_transaction_read_only=off -- "$1"
      }
      names=$(echo 'SELECT datname FROM pg_catalog.pg_database WHERE datconnlimit OPERATOR(pg_catalog.<>) -2' |
        single template1 | sed -n 's/^.*datname = "\\(.*\\)"[[:space:]](typeid = .*$/\\1/p')
      [ -n "$names" ]
      printf '%%s\\n' "$names" | while IFS= read -r name; do
        echo "goldenrod: the indexes of database $name are built anew" >&2
        quoted=$(printf '%%s' "$name" | sed 's/"/""/g')
        single "$name" > /dev/null << EOF
      REINDEX DATABASE "$quoted"
      UPDATE pg_catalog.pg_collation SET collversion = pg_catalog.pg_collation_actual_version(oid) WHERE collversion IS NOT NULL
      %2$s
      EOF
      done
      """;

  private static final String NOTE =
      "UPDATE pg_catalog.pg_database SET datcollversion = pg_catalog.pg_database_collation_actual_version(oid) WHERE datcollversion IS NOT NULL AND datname OPERATOR(pg_catalog.=) pg_catalog.current_database()";

  private final ServerContext context;
  private final List<String> command;

  PostgresSortOrders(ServerContext context, List<String> command) {
    this.context = context;
    this.command = command;
  }

  @Override
  public List<String> librariesCommand() {
    return List.of("sh", "-c", LIBRARIES, "sh", command.get(0));
  }

  @Override
  public Set<String> librariesInUse(int port) {
    try {
      Set<String> used = new TreeSet<>();
      List<String> databases;
      try (Connection admin = open(port, PostgresLogin.ADMINISTRATION)) {
        databases = Sql.texts(admin, DATABASES);
        used.addAll(Sql.texts(admin, BY_DEFAULT.formatted(defaultProvider(), OF_BYTES)));
      }
      for (String database : databases) {
        try (Connection admin = open(port, database)) {
          used.addAll(Sql.texts(admin, BY_INDEX));
        }
      }
      return used;
    } catch (SQLException e) {
      throw new DataPlaneException(
          "cannot determine the collation libraries of the databases: " + e.getMessage(), e);
    }
  }

  /** Before release 15, all databases use the C library by default. */
  private String defaultProvider() {
    return major() < NOTES_VERSIONS ? "'c'" : "datlocprovider";
  }

  @Override
  public Optional<String> problem(int port) {
    if (major() < NOTES_VERSIONS) {
      return Optional.empty();
    }
    try (Connection admin = open(port, PostgresLogin.ADMINISTRATION)) {
      return Sql.texts(admin, OUTDATED, context.info().database()).stream().findFirst();
    } catch (SQLException e) {
      throw new DataPlaneException(
          "cannot determine the collation library of the database: " + e.getMessage(), e);
    }
  }

  @Override
  public String rebuildScript() {
    String single =
        "%s --single %s"
            .formatted(
                quoted(command.get(0)),
                command.stream()
                    .skip(1)
                    .map(PostgresSortOrders::quoted)
                    .collect(Collectors.joining(" ")));
    return REBUILD.formatted(single, major() < NOTES_VERSIONS ? "" : NOTE);
  }

  private Connection open(int port, String database) throws SQLException {
    return PostgresLogin.openAsAdmin(port, database, major(), context.files());
  }

  private int major() {
    return PostgresEngine.major(context.info());
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
