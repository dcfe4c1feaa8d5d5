package dev.goldenrod.testkit.control;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.ControlPlaneBuilder;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Settings;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Servers with a shared store and a controlled clock. */
public abstract class TwoServersFixture {
  private static final Settings ROOM =
      new Settings(500, 500, 500, Settings.DEFAULTS.credentialTimeout());

  final MutableClock clock = new MutableClock();
  private final List<ControlPlane> servers = new ArrayList<>();
  private List<Store> stores = List.of();
  Actor admin;

  /** Returns the same empty store, opened twice. */
  protected abstract List<Store> openStores();

  @BeforeEach
  final void open() {
    stores = openStores();
  }

  @AfterEach
  final void close() {
    servers.forEach(ControlPlane::close);
    stores.forEach(Store::close);
  }

  final ControlPlane server(DataPlane dataPlane) {
    ControlPlane server =
        builder(stores.get(servers.size()), dataPlane)
            .serverName("server-" + servers.size())
            .build();
    servers.add(server);
    admin = server.admin();
    return server;
  }

  final List<Store> stores() {
    return stores;
  }

  final ControlPlaneBuilder builder(Store store, DataPlane dataPlane) {
    return ControlPlane.builder().store(store).dataPlane(dataPlane).clock(clock).settings(ROOM);
  }

  final UUID register(ControlPlane server, String golden) {
    Goldens.RegisterVersion command =
        new Goldens.RegisterVersion(golden, Substrate.POSTGRES, "", "handle", 0);
    return server.goldens().register(admin, command).goldenId();
  }

  final List<UUID> launch(ControlPlane server, int count) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Instances.Launch command =
          new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0);
      ids.add(server.instances().launch(admin, command).id());
    }
    return ids;
  }

  final List<InstancePhase> phases(ControlPlane server) {
    return server.instances().list(admin).stream().map(Instance::phase).distinct().toList();
  }

  /** Runs the server until nothing is due. */
  static void settle(ControlPlane server) {
    Awaitility.await("nothing is due")
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofNanos(1))
        .atMost(Duration.ofMinutes(8))
        .until(() -> server.runDueOnce() == 0);
  }
}
