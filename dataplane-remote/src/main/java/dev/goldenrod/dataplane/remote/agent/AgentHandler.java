package dev.goldenrod.dataplane.remote.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.dataplane.remote.message.Connections;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.dataplane.remote.rpc.RpcHandler;
import dev.goldenrod.dataplane.remote.stream.ServedConnections;
import dev.goldenrod.dataplane.remote.stream.ServedTransfers;
import dev.goldenrod.port.DataPlane;
import java.util.concurrent.Executor;

public final class AgentHandler implements RpcHandler {
  private final DataPlaneHandler answers;
  private final RpcConnection connection;
  private final ServedConnections served;

  public AgentHandler(DataPlane plane, Channel channel, Executor workers) {
    answers = new DataPlaneHandler(plane);
    connection = new RpcConnection(channel, this, workers);
    served = new ServedConnections(plane, connection, workers);
  }

  public RpcConnection connection() {
    return connection;
  }

  @Override
  public JsonNode answer(String method, JsonNode params) {
    if (method.equals(Connections.OPEN)) {
      return DataPlaneHandler.convertExceptions(() -> served.open(params));
    }
    return ServedTransfers.isTransferMethod(method)
        ? DataPlaneHandler.convertExceptions(() -> served.transfers().answer(method, params))
        : answers.answer(method, params);
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
