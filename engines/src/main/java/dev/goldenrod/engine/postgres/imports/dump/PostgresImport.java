package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.ClusterSetup;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CloneLogin;
import dev.goldenrod.engine.postgres.imports.ForcedRowSecurity;
import dev.goldenrod.engine.postgres.imports.FormerOwners;
import dev.goldenrod.engine.postgres.imports.ImportCluster;
import dev.goldenrod.engine.postgres.imports.ImportWork;
import dev.goldenrod.engine.postgres.imports.RoleCheck;
import dev.goldenrod.engine.postgres.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.source.SearchPath;
import dev.goldenrod.engine.postgres.imports.source.SourceCatalog;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The steps by which a database of PostgreSQL is dumped and restored into a new cluster. */
public final class PostgresImport {
  private static final int OLDEST_MAJOR = 13;

  /** They are nobody's but the superuser's, and have no expression of anybody's. */
  private static final String SHARED_CATALOGS =
      "SELECT oid::pg_catalog.regclass::text FROM pg_catalog.pg_class"
          + " WHERE relisshared AND relkind = 'r'";

  /** Each costs memory, whether it is used or not. */
  private static final int MOST_PREPARED = 1000;

  private PostgresImport() {}

  /**
   * Finds out what the source has.
   *
   * @param expectedMajor the major version that was asked for; 0 for any
   * @throws DataPlaneException when the source refuses, or is of another version
   */
  public static SourceMetadata probe(SourceLogin login, int expectedMajor, StepReport report) {
    try (Connection connection = login.connect(report::warn)) {
      connection.setReadOnly(true);
      SourceCatalog catalog = new SourceCatalog(connection);
      catalog.subscriptions().forEach(name -> report.warn(subscriptionLeftOut(name)));
      ForcedRowSecurity.warnings(connection).forEach(report::warn);
      SourceMetadata source = catalog.read();
      catalog.lostSettings(source).forEach(report::warn);
      catalog.lostLimit().ifPresent(report::warn);
      requireMajor(login, source.major(), expectedMajor);
      return source;
    } catch (SQLException e) {
      throw login.failed(e);
    }
  }

  /**
   * What the load needs to know of the source and the dump does not tell.
   *
   * @param settings of the source's sessions; those of its server come first, and later ones win
   */
  public record Dumped(FormerOwners owners, List<Setting> settings) {
    public Dumped {
      settings = List.copyOf(settings);
    }
  }

  /**
   * Dumps the source; nothing of it is run by that.
   *
   * @throws DataPlaneException when a tool fails, or the import is cancelled
   */
  public static Dumped dump(ImportWork work, SourceLogin login, SourceMetadata source) {
    new Dump(work).run(login, source);
    List<Setting> settings = new ArrayList<>(serverSettings(work, login));
    settings.addAll(source.settings());
    try (Connection connection = login.connect(weakness -> {})) {
      connection.setReadOnly(true);
      SearchPath path = SearchPath.of(settings);
      if (path.namesUser()) {
        new SourceCatalog(connection)
            .userSchema(path, source.owner(), login.user())
            .map(path::withUser)
            .ifPresent(settings::add);
      }
      return new Dumped(FormerOwners.read(connection), settings);
    } catch (SQLException e) {
      throw login.failed(e);
    }
  }

  /**
   * Loads the dump into the empty cluster, which is cleanly shut down then. That runs what the
   * source has defined, and needs no connection to it.
   *
   * @throws DataPlaneException when a tool or a statement fails, or the import is cancelled
   */
  public static void load(
      Preparation cluster, ImportWork work, SourceMetadata source, Dumped dumped) {
    try {
      ImportCluster.during(
          cluster,
          ImportCluster.loading(),
          server -> {
            new DatabaseLoad(server, work, source).run(new Restore(work), dumped);
            return true;
          });
    } catch (SQLException e) {
      throw failed(e);
    }
    ClusterSetup.sync(cluster);
  }

  /**
   * Freezes and analyses what was loaded, as every clone would have to, and leaves the cluster
   * cleanly shut down.
   *
   * @return bytes of its databases
   * @throws DataPlaneException when a statement fails, or anybody but the two known roles could log
   *     in
   */
  public static long analyse(Preparation cluster, ImportWork work, SourceMetadata source) {
    try {
      return ImportCluster.during(
          cluster, ImportCluster.quiet(), server -> analyse(server, work, source));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static long analyse(ImportCluster server, ImportWork work, SourceMetadata source)
      throws SQLException {
    CloneLogin login = CloneLogin.open(server);
    try (Connection role = login.connect(source.database())) {
      // Statistics and index entries are made by functions of the source.
      new Vacuum(() -> login.connect(source.database()), work.report()).run(role, work.jobs());
    }
    login.end();
    try (Connection admin = server.connectAsAdmin(CloneLogin.ADMINISTRATION)) {
      RoleCheck.require(admin);
      for (String table : Sql.texts(admin, SHARED_CATALOGS)) {
        Sql.run(admin, "VACUUM (FREEZE, ANALYZE) " + table);
      }
      Sql.run(admin, "CHECKPOINT");
      ImportCluster.beginSegment(admin);
      return Sql.number(
          admin, "SELECT sum(pg_catalog.pg_database_size(oid)) FROM pg_catalog.pg_database");
    }
  }

  /** What a golden that was loaded from the source is. */
  public static DatabaseInfo info(SourceMetadata source) {
    // A server without room for prepared transactions refuses to prepare any.
    int prepared = Math.min(source.preparedTransactions(), MOST_PREPARED);
    Map<String, String> settings = new TreeMap<>();
    if (prepared > 0) {
      settings.put("max_prepared_transactions", Integer.toString(prepared));
    }
    Optional.ofNullable(source.workMemory()).ifPresent(work -> settings.putAll(work.settings()));
    return new DatabaseInfo(
        PostgresEngine.TYPE,
        Integer.toString(source.major()),
        source.database(),
        AdminRole.CLONE_ROLE,
        settings);
  }

  private static String subscriptionLeftOut(String name) {
    return "subscription '%s' is left out: clones must not connect to its publisher"
        .formatted(name);
  }

  private static void requireMajor(SourceLogin login, int actual, int expected) {
    if (expected > 0 && actual != expected) {
      throw new DataPlaneException(
          "%s runs PostgreSQL %d, but the import was asked for pg_major %d; ask for %d, or leave pg_major out"
              .formatted(login.describe(), actual, expected, actual));
    }
    if (actual < OLDEST_MAJOR) {
      throw new DataPlaneException(
          "%s runs PostgreSQL %d; imports need %d or newer, so upgrade the source first"
              .formatted(login.describe(), actual, OLDEST_MAJOR));
    }
  }

  private static DataPlaneException failed(SQLException e) {
    return new DataPlaneException(String.valueOf(e.getMessage()), e);
  }

  private static List<Setting> serverSettings(ImportWork work, SourceLogin login) {
    try (LibpqService service =
        LibpqService.write(
            work.runner(), "source", Dump.parameters(login, work), login.password())) {
      return new ServerSettings(work).read(service);
    }
  }
}
