package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.ControlPlaneContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresControlPlaneTest extends ControlPlaneContract {
  private static final PostgresServer SERVER = PostgresServer.shared();

  private final List<String> opened = new ArrayList<>();

  @Override
  protected Store openStore() {
    String url = SERVER.newStore();
    opened.add(url);
    return PostgresServer.open(url);
  }

  @Override
  protected void cleanUp() {
    opened.forEach(SERVER::drop);
  }
}
