package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.engine.kept.MySqlValue;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.nio.file.Path;
import java.util.List;

/** A real MySQL, which the tests of the local data plane have downloaded. */
final class MySql implements EngineUnderTest {
  private static final String RELEASE = "8.0";
  private static final Path FETCHED = Path.of("/var/cache/goldenrod/local/engines/mysql-8.0/root");

  @Override
  public Image image() {
    return new Image(
        "mysql:" + RELEASE,
        List.of(FETCHED.resolve("bin").toString()),
        List.of(FETCHED.toString()));
  }

  @Override
  public Origin.Blank blank() {
    return new Origin.Blank(MySqlEngine.TYPE, RELEASE);
  }

  @Override
  public DatabaseClient client() {
    return new DatabaseClient(MySqlValue::write, MySqlValue::read, MySqlValue::changePassword);
  }

  @Override
  public void close() {}
}
