package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.engine.kept.MySqlValue;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class LocalMySqlContractTest extends LocalEngineContract {
  private static Installation installed;

  @BeforeAll
  static void install_mysql() throws IOException {
    installed = CachedMySql.installInto(dataDir());
  }

  @AfterAll
  static void report_that_it_ran() {
    reportThatItRan(installed);
  }

  @Override
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return new Origin.Blank(MySqlEngine.TYPE, CachedMySql.RELEASE);
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(MySqlValue::write, MySqlValue::read, MySqlValue::changePassword);
  }
}
