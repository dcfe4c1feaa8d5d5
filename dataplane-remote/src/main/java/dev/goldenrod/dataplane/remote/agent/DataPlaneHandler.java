package dev.goldenrod.dataplane.remote.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.remote.message.Method;
import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.dataplane.remote.rpc.RpcHandler;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.function.Supplier;

/** Answers the control plane's requests with the data plane. */
public record DataPlaneHandler(DataPlane plane) implements RpcHandler {
  @Override
  public JsonNode answer(String method, JsonNode params) {
    Method<?, ?> known =
        Methods.find(method)
            .orElseThrow(
                () ->
                    new RpcException(
                        RpcCode.UNKNOWN_METHOD, "this agent's release does not support " + method));
    return convertExceptions(() -> known.answer(plane, params));
  }

  /** Runs the work, and converts the data plane's exceptions to {@link RpcException}s. */
  static JsonNode convertExceptions(Supplier<JsonNode> work) {
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
    // Control planes of this release only send notifications about database connections.
  }
}
