package dev.goldenrod.dataplane.k8s.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import dev.goldenrod.dataplane.k8s.simulated.traffic.CallLog;
import java.time.Duration;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The number of calls to the API server that declared objects cost. */
@Timeout(900)
@Tag("simulated")
class DeclaredCallsTest {
  private static final String EMPTY = "{'engine': 'postgresql', 'version': '15'}";
  private static final Set<String> VERBS = Set.of("get", "patch", "create");

  @AutoClose private final DeclaredObjectsFixture declaring = DeclaredObjectsFixture.withServer();

  @Test
  void an_object_that_waits_is_neither_read_nor_written_until_something_happens() {
    declaring.dataPlane().holdDatabases();
    declare("orders");
    declaring.await(ResourceType.DATABASE, "orders", "False", "Provisioning");
    awaitWatched();
    calls().clear();

    Awaitility.await("looks and resyncs pass without a call")
        .during(Duration.ofSeconds(3))
        .until(() -> calls().count(DeclaredCallsTest::isOfObjects) == 0);

    declaring.dataPlane().releaseDatabases();
    declaring.await(ResourceType.DATABASE, "orders", "True", "Ready");
  }

  @Test
  void several_servers_write_each_status_once() {
    declaring.startServer();
    declaring.startServer();

    for (int i = 0; i < 10; i++) {
      declare("orders-" + i);
    }
    for (int i = 0; i < 10; i++) {
      declaring.await(ResourceType.DATABASE, "orders-" + i, "True", "Ready");
    }

    assertThat(calls().all().stream().filter(call -> call.resource().equals("databases/status")))
        .as("one for Provisioning and one for Ready at most")
        .hasSizeLessThanOrEqualTo(20);
  }

  @Tag("slow")
  @Test
  void another_server_takes_over_when_one_ends() {
    declaring.startServer();
    declare("orders");
    declaring.await(ResourceType.DATABASE, "orders", "True", "Ready");

    declaring.stopFirstServer();
    declare("invoices");

    declaring.await(ResourceType.DATABASE, "invoices", "True", "Ready");
    declaring.delete(ResourceType.DATABASE, "orders");
    declaring.awaitGone(ResourceType.DATABASE, "orders");
  }

  /** Waits until the watch has reported the object's last version, which ends further reads. */
  private void awaitWatched() {
    calls().clear();
    declaring.touch(ResourceType.DATABASE, "orders");
    DeclaredObjectsFixture.await(() -> calls().count(DeclaredCallsTest::isOfObjects) > 0);
  }

  private static boolean isOfObjects(ApiCall call) {
    return VERBS.contains(call.verb())
        && Set.of(ResourceType.DATABASE, ResourceType.SECRET).contains(call.type());
  }

  private void declare(String name) {
    declaring.declare(ResourceType.DATABASE, DeclaredObjectsFixture.NAMESPACE, name, EMPTY);
  }

  private CallLog calls() {
    return declaring.cluster().calls();
  }
}
