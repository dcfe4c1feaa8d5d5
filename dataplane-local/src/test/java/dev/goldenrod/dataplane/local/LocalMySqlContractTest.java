package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.engine.kept.MySqlValue;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Real databases of MySQL, in one data directory for all tests. */
class LocalMySqlContractTest extends DatabaseContract {
  @TempDir static Path folder;
  private static Installation installed;
  private LocalDataPlane plane;

  @BeforeAll
  static void install_mysql() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    installed = CachedMySql.installInto(dataDir());
  }

  @AfterAll
  static void take_all_away() {
    EngineReport.ran(installed, LocalEngines.open(dataDir(), null).list());
    LocalDataPlane.purge(dataDir());
  }

  @Override
  protected DataPlane open() {
    plane = LocalDataPlane.open(TestOptions.of(dataDir()));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return new Origin.Blank(MySqlEngine.TYPE, CachedMySql.RELEASE);
  }

  /** The first database waits until MySQL has made its own tables. */
  @Override
  protected Duration patience() {
    return Duration.ofMinutes(3);
  }

  @Override
  protected String messageWhenReady() {
    return TestOptions.messageWhenReady();
  }

  @Override
  protected void write(Credentials login, String value) throws SQLException {
    MySqlValue.write(login, value);
  }

  @Override
  protected void changePassword(Credentials login, String password) throws SQLException {
    MySqlValue.changePassword(login, password);
  }

  @Override
  protected String read(Credentials login) throws SQLException {
    return MySqlValue.read(login);
  }

  private static Path dataDir() {
    return folder.resolve("data");
  }
}
