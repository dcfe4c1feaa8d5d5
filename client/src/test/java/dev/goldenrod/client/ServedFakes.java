package dev.goldenrod.client;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.net.URI;
import java.time.Duration;

/** A running control plane with an in-memory store and a fake data plane, served over HTTP. */
final class ServedFakes implements AutoCloseable {
  final FakeDataPlane dataPlane = new FakeDataPlane();
  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control =
      ControlPlane.builder().store(store).dataPlane(dataPlane).build().start();
  private final HttpApi api =
      HttpApi.create(control, HttpOptions.defaults().withStopTimeout(Duration.ofSeconds(3)))
          .start("127.0.0.1", 0);

  GoldenrodClient admin() {
    return GoldenrodClient.of(
        URI.create("http://127.0.0.1:" + api.port()),
        control.tokens().create(control.admin(), "client", 0).secret());
  }

  @Override
  public void close() {
    api.close();
    control.close();
    dataPlane.close();
    store.close();
  }
}
