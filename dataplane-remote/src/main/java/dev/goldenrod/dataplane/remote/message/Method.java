package dev.goldenrod.dataplane.remote.message;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.port.DataPlane;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A request of the control plane to a data plane.
 *
 * @param <P> the parameters, a JSON object
 * @param <R> the result, which may be null
 */
public final class Method<P, R> {
  private final String name;
  private final Class<P> parameters;
  private final JavaType result;
  private final BiFunction<DataPlane, P, @Nullable R> work;

  Method(
      String name,
      Class<P> parameters,
      JavaType result,
      BiFunction<DataPlane, P, @Nullable R> work) {
    this.name = name;
    this.parameters = parameters;
    this.result = result;
    this.work = work;
  }

  public String name() {
    return name;
  }

  Class<P> parameters() {
    return parameters;
  }

  JavaType result() {
    return result;
  }

  /** Calls the data plane, or throws an {@link RpcException} if the parameters are invalid. */
  public JsonNode answer(DataPlane plane, JsonNode params) {
    P read = Json.read(params, parameters);
    if (read == null) {
      throw new RpcException(
          RpcCode.INVALID_PARAMS, name + " requires an object as its parameters");
    }
    return Json.write(work.apply(plane, read));
  }

  /** Reads the result, or throws an {@link RpcException} if the JSON does not match its type. */
  public @Nullable R result(JsonNode json) {
    return Json.read(json, result);
  }
}
