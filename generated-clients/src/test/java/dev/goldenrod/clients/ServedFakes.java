package dev.goldenrod.clients;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;

/** A control plane with fakes, served over HTTP. */
final class ServedFakes implements AutoCloseable {
  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control =
      ControlPlane.builder().store(store).dataPlane(dataPlane).build().start();
  private final HttpApi api = HttpApi.create(control).start("127.0.0.1", 0);

  String url() {
    return "http://127.0.0.1:" + api.port();
  }

  String token() {
    return control.tokens().create(control.admin(), "client", 0).secret();
  }

  @Override
  public void close() {
    api.close();
    control.close();
    dataPlane.close();
    store.close();
  }
}
