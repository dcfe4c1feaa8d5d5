package dev.goldenrod.e2e;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.server.testing.agents.ArrivingDataPlanes;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testkit.dataplane.DataPlaneContract;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Runs the data plane contract against real databases of an agent in its own process. */
@Tag("slow")
class AgentContractIT extends DataPlaneContract {
  @TempDir static Path folder;
  private static final ArrivingDataPlanes ARRIVING = new ArrivingDataPlanes();
  private static TestSource source;
  private static ControlPlane control;
  private static AgentHost host;
  private static HttpApi http;
  private static ServerProcess agent;
  private static Optional<VersionRef> made = Optional.empty();

  @BeforeAll
  static void start_an_agent() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    source = TestSource.start(folder, 100);
    control = ControlPlane.builder().store(new InMemoryStore()).build();
    host = new AgentHost(ARRIVING, "of the test");
    http = HttpApi.create(control).acceptAgents(host).start("127.0.0.1", 0);
    Path token = Files.writeString(folder.resolve("token"), ArrivingDataPlanes.TOKEN);
    agent =
        ServerProcess.in(folder).asAgentOf(URI.create("http://127.0.0.1:" + http.port()), token);
    agent.putSecret("source", source.postgres().password());
    agent.start();
  }

  @AfterAll
  static void take_all_away() {
    made = Optional.empty();
    try {
      agent.close();
    } finally {
      http.close();
      host.close();
      control.close();
      source.close();
    }
    EngineProcesses.awaitProcesses(folder, List.of());
  }

  @Override
  protected DataPlane open() {
    return ARRIVING.await();
  }

  @Override
  protected DataPlane reopen() {
    agent.kill();
    agent.start();
    return ARRIVING.await();
  }

  @Override
  protected ImportSpec importSpec() {
    SourceConnection connection =
        new SourceConnection(
            source.postgres().host(),
            source.postgres().port(),
            source.postgres().database(),
            source.postgres().database(),
            "",
            "source");
    return new ImportSpec(UUID.randomUUID(), "shop", 1, connection, "");
  }

  /** Imports once for all tests, since no test deletes the version. */
  @Override
  protected VersionRef readyVersion(Supplier<VersionRef> imported) {
    made = Optional.of(made.orElseGet(imported));
    return made.get();
  }

  @Override
  protected Set<String> keptHandles() {
    return made.map(version -> Set.of(version.handle())).orElseGet(Set::of);
  }

  @Override
  protected String messageWhenReady() {
    return RunAs.detect().isOtherUser()
        ? "(storage .* is not enforced: .*)?"
        : "((memory|cpu|storage) .*(is|are) not enforced: .*)?";
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(
        PostgresValue::write,
        PostgresValue::writeUnflushed,
        PostgresValue::read,
        PostgresValue::changePassword);
  }
}
