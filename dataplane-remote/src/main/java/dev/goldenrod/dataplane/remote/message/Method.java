package dev.goldenrod.dataplane.remote.message;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.port.DataPlane;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Something that the control plane asks of a data plane.
 *
 * @param <P> what it takes, as the JSON object of the parameters
 * @param <R> what it returns; may be null
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

  /** As it stands in a request. */
  public String name() {
    return name;
  }

  /** What it takes. */
  Class<P> parameters() {
    return parameters;
  }

  /** What it returns. */
  JavaType result() {
    return result;
  }

  /**
   * Has the data plane answer.
   *
   * @throws RpcException with {@link RpcCode#INVALID_PARAMS} when the parameters are not its own
   */
  public JsonNode answer(DataPlane plane, JsonNode params) {
    P read = Json.read(params, parameters);
    if (read == null) {
      throw new RpcException(RpcCode.INVALID_PARAMS, name + " takes an object");
    }
    return Json.write(work.apply(plane, read));
  }

  /**
   * The result that the JSON says.
   *
   * @throws RpcException when it is none
   */
  public @Nullable R result(JsonNode json) {
    return Json.read(json, result);
  }
}
