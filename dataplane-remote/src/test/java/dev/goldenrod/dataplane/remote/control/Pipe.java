package dev.goldenrod.dataplane.remote.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.dataplane.remote.agent.AgentHandler;
import dev.goldenrod.dataplane.remote.message.Changed;
import dev.goldenrod.dataplane.remote.message.Hello;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.dataplane.remote.message.Protocol;
import dev.goldenrod.dataplane.remote.message.Status;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcHandler;
import dev.goldenrod.port.DataPlane;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Both ends of a connection in one process. Messages are delivered in order. */
final class Pipe implements AutoCloseable {
  private final ExecutorService workers = Executors.newCachedThreadPool();
  private final ExecutorService toAgent = Executors.newSingleThreadExecutor();
  private final ExecutorService toControl = Executors.newSingleThreadExecutor();
  private final RpcConnection control;
  private final AgentHandler handler;
  private final RpcConnection agent;
  private final RemoteDataPlane plane;
  private final Duration each;
  private final AtomicInteger sent = new AtomicInteger();

  private Pipe(DataPlane behind, Duration each) {
    this.each = each;
    control = new RpcConnection(new End(toAgent, true), new Notified(), workers);
    handler = new AgentHandler(behind, new End(toControl, false), workers);
    agent = handler.connection();
    Hello hello =
        new Hello(
            Protocol.CURRENT,
            "1.2.3",
            "fake",
            behind.identity(),
            behind.location(),
            behind.displayName(),
            behind.masking().isPresent());
    plane =
        new RemoteDataPlane(
            hello, new AgentCalls(control, "the agent of cluster 'edge', of release 1.2.3,"));
    behind.onChange(id -> agent.sendNotification(Changed.METHOD, Json.write(new Changed(id))));
    plane.update(Status.of(behind));
  }

  static Pipe to(DataPlane behind) {
    return to(behind, Duration.ZERO);
  }

  static Pipe to(DataPlane behind, Duration each) {
    return new Pipe(behind, each);
  }

  int sent() {
    return sent.get();
  }

  RemoteDataPlane plane() {
    return plane;
  }

  @Override
  public void close() {
    plane.close();
    handler.ended();
    toAgent.shutdown();
    toControl.shutdown();
    workers.shutdown();
  }

  private final class End implements Channel {
    private final ExecutorService way;
    private final boolean isToAgent;
    private final Lock turn = new ReentrantLock(true);

    End(ExecutorService way, boolean isToAgent) {
      this.way = way;
      this.isToAgent = isToAgent;
    }

    @Override
    public void send(String text) {
      turn.lock();
      try {
        LockSupport.parkNanos(each.toNanos());
        sent.incrementAndGet();
        way.execute(() -> (isToAgent ? agent : control).receive(text));
      } catch (RejectedExecutionException closed) {
        (isToAgent ? control : agent).ended("closed");
      } finally {
        turn.unlock();
      }
    }

    @Override
    public void close(String reason) {
      (isToAgent ? agent : control).ended(reason);
    }
  }

  private final class Notified implements RpcHandler {
    @Override
    public JsonNode answer(String method, JsonNode params) {
      throw new AssertionError("an agent asked for " + method);
    }

    @Override
    public void notified(String method, JsonNode params) {
      if (method.equals(Changed.METHOD)) {
        plane.changed(Json.read(params, Changed.class).id());
      } else {
        plane.notified(method, params);
      }
    }
  }
}
