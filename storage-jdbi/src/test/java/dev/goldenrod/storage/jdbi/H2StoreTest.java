package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2StoreTest extends JdbiStoreContract {
  @TempDir static Path folder;

  @Override
  StoreOptions options() {
    return H2File.prepare(folder.resolve("data/store"));
  }

  @Test
  void a_rollback_leaves_a_connection_its_limit_on_locks() throws SQLException {
    assertThat(onNewConnectionsAfterRollback("select lock_timeout()")).containsOnly("4321");
  }
}
