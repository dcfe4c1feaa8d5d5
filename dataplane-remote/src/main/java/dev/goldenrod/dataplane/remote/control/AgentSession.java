package dev.goldenrod.dataplane.remote.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.agent.AgentGateway.Session;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.dataplane.remote.message.Changed;
import dev.goldenrod.dataplane.remote.message.Hello;
import dev.goldenrod.dataplane.remote.message.Hello.Welcome;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.dataplane.remote.message.Protocol;
import dev.goldenrod.dataplane.remote.message.Status;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.dataplane.remote.rpc.RpcHandler;
import dev.goldenrod.port.AgentRefusedException;
import dev.goldenrod.port.AgentRegistry;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.StoreException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of one agent. The agent introduces itself, and answers requests from then on. */
final class AgentSession implements Session, RpcHandler {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);
  private static final Pattern IDENTITY = Pattern.compile("[\\x21-\\x7e]{1,300}");

  private final AgentRegistry agents;
  private final ConnectedAgents connectedAgents;
  private final Cluster cluster;
  private final String release;
  private final Executor workers;
  private final Channel channel;
  private final RpcConnection connection;
  private volatile @Nullable RemoteDataPlane plane;
  private final AtomicBoolean greeted = new AtomicBoolean();
  private boolean ended;

  AgentSession(
      AgentRegistry agents,
      ConnectedAgents connectedAgents,
      Cluster cluster,
      String release,
      Channel channel,
      Executor workers) {
    this.agents = agents;
    this.connectedAgents = connectedAgents;
    this.cluster = cluster;
    this.release = release;
    this.workers = workers;
    this.channel = channel;
    this.connection = new RpcConnection(channel, this, workers);
  }

  @Override
  public void receive(String text) {
    connection.receive(text);
  }

  @Override
  public void ended() {
    connection.ended("the connection to the agent of cluster '" + cluster.name() + "' has ended");
    RemoteDataPlane leaving;
    synchronized (this) {
      ended = true;
      leaving = plane;
    }
    if (leaving != null) {
      LOG.info("Agent of cluster '{}' disconnected", cluster.name());
      leaving.ended();
      detachLater(leaving);
    }
  }

  /** Detaching waits for calls in the data plane, so it must not run on the network's thread. */
  private void detachLater(RemoteDataPlane leaving) {
    try {
      workers.execute(() -> detach(leaving));
    } catch (RejectedExecutionException stopped) {
      detach(leaving);
    }
  }

  @Override
  public JsonNode answer(String method, JsonNode params) {
    Hello hello = method.equals(Hello.METHOD) ? Json.read(params, Hello.class) : null;
    if (hello == null) {
      throw new RpcException(
          RpcCode.UNKNOWN_METHOD, "the control plane does not support " + method);
    }
    return Json.write(welcome(hello));
  }

  private Welcome welcome(Hello hello) {
    if (greeted.getAndSet(true)) {
      throw new RpcException(RpcCode.INVALID_PARAMS, "hello was sent before");
    }
    if (!IDENTITY.matcher(hello.identity()).matches()) {
      throw new RpcException(RpcCode.INVALID_PARAMS, "the identity is not valid for a data plane");
    }
    if (!Protocol.CURRENT.fits(hello.protocol())) {
      throw refusal(
          "agent %s uses protocol %s, but control plane %s uses %s; run adjacent releases"
              .formatted(hello.release(), hello.protocol(), release, Protocol.CURRENT));
    }
    RemoteDataPlane arriving = new RemoteDataPlane(hello, new AgentCalls(connection, agent(hello)));
    connectedAgents.admit(cluster, arriving, () -> attach(arriving));
    setPlane(arriving);
    LOG.info(
        "Agent of cluster '{}' connected: release {}, {}",
        cluster.name(),
        PeerText.sanitize(hello.release()),
        arriving.location());
    return new Welcome(Protocol.CURRENT, release, cluster.name());
  }

  private String agent(Hello hello) {
    return "the agent of cluster '%s' (release %s)"
        .formatted(cluster.name(), PeerText.sanitize(hello.release()));
  }

  private void attach(RemoteDataPlane arriving) {
    channel.admit();
    try {
      agents.attach(cluster, arriving);
    } catch (AgentRefusedException | OlderStoreException e) {
      throw refusal(String.valueOf(e.getMessage()));
    } catch (DataPlaneException e) {
      throw new RpcException(RpcCode.DATA_PLANE_UNREACHABLE, String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      LOG.warn("Agent of cluster '{}' must reconnect: {}", cluster.name(), e.getMessage());
      throw new RpcException(RpcCode.BUSY, "the control plane's store is unavailable");
    }
  }

  /** The connection may have ended while its data plane was being attached. */
  private void setPlane(RemoteDataPlane arriving) {
    boolean late;
    synchronized (this) {
      plane = arriving;
      late = ended;
    }
    if (late) {
      detach(arriving);
    }
  }

  private void detach(RemoteDataPlane leaving) {
    connectedAgents.remove(cluster, leaving);
    agents.detach(leaving);
  }

  private RpcException refusal(String reason) {
    LOG.warn("Rejected the agent of cluster '{}': {}", cluster.name(), PeerText.sanitize(reason));
    return new RpcException(RpcCode.AGENT_REFUSED, reason);
  }

  @Override
  public void notified(String method, JsonNode params) {
    RemoteDataPlane attached = plane;
    if (attached == null) {
      return;
    }
    try {
      if (method.equals(Status.METHOD)) {
        update(attached, Json.read(params, Status.class));
      } else if (method.equals(Changed.METHOD)) {
        change(attached, Json.read(params, Changed.class));
      } else {
        attached.notified(method, params);
      }
    } catch (RpcException unreadable) {
      connection.close("cannot read a notification: " + method);
    }
  }

  private static void update(RemoteDataPlane plane, @Nullable Status status) {
    if (status != null) {
      plane.update(status);
    }
  }

  private static void change(RemoteDataPlane plane, @Nullable Changed changed) {
    if (changed != null) {
      plane.changed(changed.id());
    }
  }
}
