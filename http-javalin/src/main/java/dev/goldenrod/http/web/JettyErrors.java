package dev.goldenrod.http.web;

import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.answer.ExceptionMapper;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.http.answer.RequestIds;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers errors that occur before routing, such as malformed HTTP, like the API. */
final class JettyErrors extends ErrorHandler {
  private static final Map<Integer, String> TEXTS =
      Map.of(
          404, "not found",
          405, "method not allowed",
          408, "request timeout",
          413, "request body too large",
          414, "uri too long",
          431, "request header fields too large",
          503, "server is stopping");

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    Object body = body(request, response, status, cause);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.write(true, ByteBuffer.wrap(Json.bytes(body)), callback);
  }

  private static Object body(
      Request request, Response response, int status, @Nullable Throwable cause) {
    String id = RequestIds.of(request.getHeaders().get(RequestIds.HEADER));
    response.getHeaders().put(RequestIds.HEADER, id);
    if (status == 500) {
      String where = request.getMethod() + " " + request.getHttpURI().getPath();
      if (cause instanceof EOFException) {
        return Objects.requireNonNull(ExceptionMapper.clientDisconnected(where, cause).body());
      }
      Throwable known = cause == null ? new IllegalStateException("no cause") : cause;
      return Objects.requireNonNull(ExceptionMapper.incident(where, id, known).body());
    }
    String text = TEXTS.getOrDefault(status, "invalid input");
    return Objects.requireNonNull(ErrorTable.malformed(status, text).body());
  }
}
