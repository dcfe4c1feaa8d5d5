package dev.goldenrod.dataplane.remote.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.dataplane.remote.message.Connections;
import dev.goldenrod.dataplane.remote.message.Method;
import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.dataplane.remote.rpc.RpcHandler;
import dev.goldenrod.dataplane.remote.stream.ServedConnections;
import dev.goldenrod.dataplane.remote.stream.ServedTransfers;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Answers the control plane's requests with the data plane. */
public final class AgentHandler implements RpcHandler {
  private final DataPlane plane;
  private final RpcConnection connection;
  private final ServedConnections served;

  public AgentHandler(DataPlane plane, Channel channel, Executor workers) {
    this.plane = plane;
    connection = new RpcConnection(channel, this, workers);
    served = new ServedConnections(plane, connection, workers);
  }

  public RpcConnection connection() {
    return connection;
  }

  @Override
  public JsonNode answer(String method, JsonNode params) {
    if (method.equals(Connections.OPEN)) {
      return convertExceptions(() -> served.open(params));
    }
    return ServedTransfers.isTransferMethod(method)
        ? convertExceptions(() -> served.transfers().answer(method, params))
        : answer(plane, method, params);
  }

  /** Answers a request for one of {@link Methods}; throws if it is unknown. */
  public static JsonNode answer(DataPlane plane, String method, JsonNode params) {
    Method<?, ?> known =
        Methods.find(method)
            .orElseThrow(
                () ->
                    new RpcException(
                        RpcCode.UNKNOWN_METHOD, "this agent's release does not support " + method));
    return convertExceptions(() -> known.answer(plane, params));
  }

  /** Runs the work, and converts the data plane's exceptions to {@link RpcException}s. */
  private static JsonNode convertExceptions(Supplier<JsonNode> work) {
    try {
      return work.get();
    } catch (DataPlaneUnreachableException e) {
      throw new RpcException(RpcCode.DATA_PLANE_UNREACHABLE, String.valueOf(e.getMessage()));
    } catch (DataPlaneOfflineException e) {
      throw new RpcException(RpcCode.DATA_PLANE_OFFLINE, String.valueOf(e.getMessage()));
    } catch (ArchiveRefusedException e) {
      throw new RpcException(RpcCode.ARCHIVE_REFUSED, String.valueOf(e.getMessage()));
    } catch (DataPlaneException e) {
      throw new RpcException(RpcCode.DATA_PLANE_REFUSED, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void notified(String method, JsonNode params) {
    try {
      served.notified(method, params);
    } catch (RpcException unreadable) {
      connection.close("cannot read a notification: " + method);
    }
  }

  /** Closes all streams, since the connection has ended. */
  public void ended() {
    served.close("the connection to the control plane has ended");
  }
}
