package dev.goldenrod.dataplane.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class InterruptionRetriesTest {
  private final List<String> told = new ArrayList<>();
  private final StepRun run =
      new StepRun(UUID.randomUUID(), ImportPhase.PROBING, Clock.systemUTC(), this::tell);
  private final InterruptionRetries retries = new InterruptionRetries(run);

  private void tell() {
    told.add(run.observation().message());
  }

  @Test
  void an_outage_is_told_once_however_often_the_cluster_is_asked() {
    retries.awaitRetry(new DataPlaneUnreachableException("the cluster is away"));
    retries.awaitRetry(new DataPlaneUnreachableException("the cluster is away"));
    retries.clearWaitReason();

    assertThat(told)
        .containsExactly("the step was interrupted and will be retried: the cluster is away", "");
  }
}
