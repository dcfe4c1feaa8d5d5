package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.KeyedCommandsContract;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresKeyedCommandsTest extends KeyedCommandsContract {
  @Override
  protected List<Store> openStores() {
    String url = PostgresServer.shared().newStore();
    return List.of(PostgresServer.open(url), PostgresServer.open(url));
  }
}
