package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.DataPlane;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The contract on a fake data plane whose operations take time. */
class BusyFakeDataPlaneTest extends FakeDataPlaneTest {
  private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();

  @Override
  protected DataPlane open() {
    DataPlane opened = super.open();
    hold();
    worker.scheduleWithFixedDelay(this::finishWhatIsUnderWay, 3, 3, TimeUnit.MILLISECONDS);
    return opened;
  }

  private void finishWhatIsUnderWay() {
    dataPlane.releaseDatabases();
    dataPlane.releaseRemovals();
    dataPlane.releaseImports();
    hold();
  }

  private void hold() {
    dataPlane.holdDatabases();
    dataPlane.holdRemovals();
    dataPlane.holdImports();
  }

  @Override
  protected void cleanUp() {
    worker.shutdownNow();
  }
}
