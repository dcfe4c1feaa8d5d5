package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Quotas;
import dev.goldenrod.member.Actor;
import dev.goldenrod.quota.Quota;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Combines limits from the environment with those that members set, across restarts. */
@Isolated
class InstanceCapsTest {
  @TempDir private Path folder;

  /** Returns the log of a server that runs with the limit. */
  private String serve(String perUser, boolean reset, Consumer<RunningServer> use) {
    Map<String, String> variables = Map.of("GOLDENROD_MAX_INSTANCES_PER_USER", perUser);
    ServeOptions options = ServeOptions.of(variables);
    options.port = 0;
    options.dataDir = folder.resolve("data");
    options.dataPlane = DataPlaneKind.NONE;
    options.resetCaps = reset;
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (RunningServer server = RunningServer.start(options, variables)) {
      use.accept(server);
    } finally {
      System.setErr(before);
    }
    return log.toString(StandardCharsets.UTF_8);
  }

  private static Consumer<RunningServer> has(int cap) {
    return server -> assertThat(quota(server).maxInstancesPerUser()).isEqualTo(cap);
  }

  private static Quota quota(RunningServer server) {
    return server.control().quotas().of(server.control().admin()).quota();
  }

  @Test
  void a_variable_acts_at_each_start_until_a_member_sets_the_cap_and_again_after_a_reset() {
    serve("10", false, has(10));
    serve("100", false, has(100));
    serve(
        "100",
        false,
        server -> {
          Actor admin = server.control().admin();
          server.control().quotas().change(admin, new Quotas.Change(7, 0));
        });
    assertThat(serve("200", false, has(7)))
        .contains("instances: 7 per member", "--max-instances-per-user 200", "--reset-caps");
    serve("200", true, has(200));
    serve("300", false, has(300));
  }
}
