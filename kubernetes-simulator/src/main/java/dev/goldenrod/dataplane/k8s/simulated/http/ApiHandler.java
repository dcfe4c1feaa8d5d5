package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import dev.goldenrod.dataplane.k8s.simulated.traffic.CallLog;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Faults;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Tokens;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles each request: authentication, injected faults, and the API itself. */
final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

  /** The number of chunks of a slow response. */
  private static final int DROPS = 20;

  private final ObjectApi api;
  private final ObjectRoutes routes;
  private final PodStreams streams;
  private final CallLog calls;
  private final Faults faults;
  private final Tokens tokens;
  private final Set<WatchStream> watches = ConcurrentHashMap.newKeySet();

  ApiHandler(ObjectApi api, PodStreams streams, CallLog calls, Faults faults, Tokens tokens) {
    this.api = api;
    this.routes = new ObjectRoutes(api);
    this.streams = streams;
    this.calls = calls;
    this.faults = faults;
    this.tokens = tokens;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    try {
      tokens.require(request.getHeaders().get("Authorization"));
      Optional<ApiRequest> asked = ApiRequest.of(request);
      if (asked.isEmpty()) {
        answer(response, callback, 200, Discovery.answer(request.getHttpURI().getDecodedPath()));
      } else {
        serve(asked.get(), response, callback);
      }
    } catch (ApiError e) {
      answer(response, callback, e.code(), e.toStatus());
    } catch (Faults.ConnectionDropped | IOException e) {
      request.getConnectionMetaData().getConnection().getEndPoint().close();
      callback.succeeded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      callback.failed(e);
    } catch (RuntimeException e) {
      LOG.error("Request failed: {} {}", request.getMethod(), request.getHttpURI(), e);
      ApiError error = ApiError.of(500, "InternalError", "Internal error occurred: " + e);
      answer(response, callback, 500, error.toStatus());
    }
    return true;
  }

  private void serve(ApiRequest request, Response response, Callback callback)
      throws IOException, InterruptedException {
    ApiCall call = request.call();
    calls.add(call);
    faults.apply(call);
    if (call.verb().equals("watch")) {
      watch(request, response, callback);
    } else if (call.type() == ResourceType.POD && PodStreams.serves(call.subresource())) {
      JsonObject pod = api.get(call.type(), call.namespace(), call.name());
      streams.serve(request, pod, response, callback);
    } else {
      JsonObject body = routes.perform(request);
      faults.applyAfterwards(call);
      int code = call.verb().equals("create") ? 201 : 200;
      Duration time = faults.trickling(call);
      if (time.isZero()) {
        answer(response, callback, code, body);
      } else {
        trickle(response, callback, code, body, time);
      }
    }
  }

  private void watch(ApiRequest request, Response response, Callback callback)
      throws IOException, InterruptedException {
    WatchStream watch = new WatchStream(request);
    watches.add(watch);
    response.getHeaders().put("Content-Type", "application/json");
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      watch.run(api, request, out);
    } finally {
      watches.remove(watch);
    }
    callback.succeeded();
  }

  private static void answer(Response response, Callback callback, int code, JsonObject body) {
    response.setStatus(code);
    response.getHeaders().put("Content-Type", "application/json");
    if (code == 429) {
      response.getHeaders().put("Retry-After", "1");
    }
    ByteBuffer bytes = ByteBuffer.wrap(body.toString().getBytes(StandardCharsets.UTF_8));
    response.write(true, bytes, callback);
  }

  private static void trickle(
      Response response, Callback callback, int code, JsonObject body, Duration time)
      throws IOException, InterruptedException {
    response.setStatus(code);
    response.getHeaders().put("Content-Type", "application/json");
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    int drop = bytes.length / DROPS + 1;
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      for (int from = 0; from < bytes.length; from += drop) {
        out.write(bytes, from, Math.min(drop, bytes.length - from));
        out.flush();
        TimeUnit.NANOSECONDS.sleep(time.toNanos() / DROPS);
      }
    }
    callback.succeeded();
  }

  void dropWatches() {
    watches.forEach(WatchStream::drop);
  }

  int watches() {
    return watches.size();
  }
}
