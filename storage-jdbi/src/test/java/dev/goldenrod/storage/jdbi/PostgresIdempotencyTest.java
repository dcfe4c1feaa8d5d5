package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.IdempotencyContract;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresIdempotencyTest extends IdempotencyContract {
  @Override
  protected List<Store> openStores() {
    String url = PostgresServer.shared().newStore();
    return List.of(PostgresServer.open(url), PostgresServer.open(url));
  }
}
