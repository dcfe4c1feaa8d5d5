package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.remote.agent.AgentHandler;
import dev.goldenrod.dataplane.remote.message.Transfers;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcHandler;
import dev.goldenrod.dataplane.remote.stream.DatabaseConnections;
import dev.goldenrod.dataplane.remote.stream.PartStream;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.testing.FakeDataPlane;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests transfers of archives between an agent and a control plane. */
@Timeout(900)
class RemoteArchivesTest implements SnapshotArchives {
  private static final int PART = (4 << 20) + 700;
  private static final int AT_ONCE = 4;

  private final ByteArrayOutputStream appended = new ByteArrayOutputStream();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private volatile byte[] part = new byte[PART];
  private volatile boolean isHeldUp;
  private final FakeDataPlane fake = new FakeDataPlane();
  private final Pipe pipe = Pipe.to(withTheseArchives());

  RemoteArchivesTest() {
    new Random(7).nextBytes(part);
  }

  @AfterEach
  void close() {
    goOn.countDown();
    pipe.close();
    callers.shutdownNow();
    fake.close();
  }

  private DataPlane withTheseArchives() {
    return (DataPlane)
        Proxy.newProxyInstance(
            DataPlane.class.getClassLoader(),
            new Class<?>[] {DataPlane.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("archives") ? this : method.invoke(fake, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public ArchivePart read(UUID snapshot, int number) {
    if (isHeldUp) {
      awaitQuietly();
    }
    return new ArchivePart(part, 3);
  }

  private void awaitQuietly() {
    try {
      goOn.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void append(UUID archive, long offset, byte[] bytes) {
    appended.writeBytes(bytes);
  }

  @Override
  public ArchiveObservation observe(UUID archive) {
    return ArchiveObservation.ready("not\na handle", 1, "");
  }

  @Override
  public void unpack(UUID archive) {
    throw new ArchiveRefusedException("no\u001b[31m");
  }

  private SnapshotArchives archives() {
    return pipe.plane().archives();
  }

  @Test
  void whole_parts_come_and_go_however_many_there_are() {
    for (int time = 0; time < 3 * AT_ONCE; time++) {
      ArchivePart read = archives().read(UUID.randomUUID(), time);

      assertThat(read.parts()).isEqualTo(3);
      assertThat(read.bytes()).isEqualTo(part);
    }
    byte[] bytes =
        IntStream.range(0, MOST_BYTES)
            .collect(
                ByteArrayOutputStream::new, (out, at) -> out.write(at % 251), (one, other) -> {})
            .toByteArray();
    for (int time = 0; time < 2 * AT_ONCE; time++) {
      appended.reset();

      archives().append(UUID.randomUUID(), 0, bytes);

      assertThat(appended.toByteArray()).isEqualTo(bytes);
    }
  }

  @Test
  void few_are_on_their_way_at_once_and_all_else_gets_its_answers() {
    isHeldUp = true;
    List<CompletableFuture<ArchivePart>> reading =
        IntStream.range(0, AT_ONCE)
            .mapToObj(
                number ->
                    CompletableFuture.supplyAsync(
                        () -> archives().read(UUID.randomUUID(), number), callers))
            .toList();

    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> archives().append(UUID.randomUUID(), 0, new byte[1]))
                    .isInstanceOf(DataPlaneUnreachableException.class)
                    .hasMessageContaining("already transferring 4 parts of archives"));
    assertThat(pipe.plane().claimedBy()).isEmpty();
    goOn.countDown();

    assertThat(reading).allSatisfy(one -> assertThat(one.join().bytes()).isEqualTo(part));
    isHeldUp = false;
    archives().append(UUID.randomUUID(), 0, new byte[1]);
  }

  /** The line carries fifty messages a second, one after the other. */
  @Test
  void a_slow_line_carries_all_else_between_the_bytes_of_a_part() {
    part = new byte[100 * 16 * 1024];
    try (Pipe slow = Pipe.to(withTheseArchives(), Duration.ofMillis(20))) {
      CompletableFuture<ArchivePart> reading =
          CompletableFuture.supplyAsync(
              () -> slow.plane().archives().read(UUID.randomUUID(), 0), callers);
      await().until(() -> slow.sent() > 10);

      for (int time = 0; time < 5; time++) {
        long asked = System.nanoTime();
        slow.plane().claimedBy();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(1));
      }

      assertThat(reading).isNotDone();
      assertThat(reading.join().bytes()).isEqualTo(part);
    }
  }

  @Test
  void a_part_that_takes_too_long_is_given_up() throws Exception {
    DatabaseConnections connections = new DatabaseConnections(new Older().control);
    try (PartStream stream = connections.newPart(Duration.ofMillis(1100))) {
      assertThatThrownBy(() -> stream.receive(1))
          .hasMessage("the transfer took longer than 1 seconds");
    }
  }

  @Test
  void a_part_that_does_not_come_ends_with_the_connection() {
    isHeldUp = true;
    CompletableFuture<ArchivePart> reading =
        CompletableFuture.supplyAsync(() -> archives().read(UUID.randomUUID(), 0), callers);

    await().untilAsserted(() -> assertThat(reading).isNotDone());
    pipe.plane().close();

    assertThatThrownBy(reading::join).hasCauseInstanceOf(DataPlaneOfflineException.class);
  }

  @Test
  void what_can_be_no_part_no_handle_and_no_bytes_is_not_believed() {
    part = new byte[6 << 20];
    assertThatThrownBy(() -> archives().read(UUID.randomUUID(), 0))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("invalid part of an archive");
    assertThatThrownBy(() -> archives().observe(UUID.randomUUID()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("invalid name");
    assertThatThrownBy(() -> archives().unpack(UUID.randomUUID()))
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessage("no [31m");
    assertThatThrownBy(() -> archives().append(UUID.randomUUID(), 0, new byte[MOST_BYTES + 1]))
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessageContaining("1048577 bytes are too many");
  }

  /** Uses an agent of a release that does not know archives. */
  @Test
  void an_agent_that_knows_of_none_is_named_with_the_way_out() {
    Older older = new Older();
    AgentCalls calls =
        new AgentCalls(older.control, "the agent of cluster 'edge', of release 0.9,");
    SnapshotArchives remote = new RemoteArchives(calls, calls.connections());

    assertThatThrownBy(() -> remote.read(UUID.randomUUID(), 0))
        .hasMessage(
            "the agent of cluster 'edge', of release 0.9, does not support archives.read; run the agent in the control plane's release");
    assertThatThrownBy(() -> remote.append(UUID.randomUUID(), 0, new byte[1]))
        .hasMessageContaining("does not support archives.receive");
  }

  /** An agent whose methods do not include the transfers. */
  private final class Older implements RpcHandler {
    final RpcConnection control = new RpcConnection(to(true), this, callers);
    final RpcConnection agent = new RpcConnection(to(false), this, callers);

    private Channel to(boolean isToAgent) {
      ExecutorService way = Executors.newSingleThreadExecutor();
      return new Channel() {
        @Override
        public void send(String text) {
          way.execute(() -> (isToAgent ? agent : control).receive(text));
        }

        @Override
        public void close(String reason) {
          way.shutdown();
        }
      };
    }

    @Override
    public JsonNode answer(String method, JsonNode params) {
      assertThat(method).isIn(Transfers.READ.name(), Transfers.RECEIVE.name());
      return AgentHandler.answer(fake, method, params);
    }

    @Override
    public void notified(String method, JsonNode params) {}
  }
}
