package dev.goldenrod.server.trace;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.VersionVolumes;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A proxy of a data plane that creates a span for each call of its parts, as in {@code
 * RunningDatabases.ensure}. It is a dynamic proxy because the ports have dozens of methods.
 */
final class TracedDataPlane {
  private static final AttributeKey<String> CLUSTER = AttributeKey.stringKey("goldenrod.cluster");
  private static final Set<Class<?>> PARTS =
      Set.of(
          RunningDatabases.class,
          DatabaseSnapshots.class,
          DatabaseSchemas.class,
          ImportSteps.class,
          VersionVolumes.class);

  private TracedDataPlane() {}

  static DataPlane of(DataPlane dataPlane) {
    String name = dataPlane.displayName();
    return proxy(
        DataPlane.class,
        (method, arguments) -> {
          Object answer = call(dataPlane, method, arguments);
          return PARTS.contains(method.getReturnType())
              ? part(method.getReturnType(), answer, name)
              : answer;
        });
  }

  private static Object part(Class<?> port, @Nullable Object part, String dataPlane) {
    return proxy(
        port,
        (method, arguments) ->
            method.getDeclaringClass() == Object.class
                ? call(part, method, arguments)
                : spanned(port, part, method, arguments, dataPlane));
  }

  private static @Nullable Object spanned(
      Class<?> port,
      @Nullable Object part,
      Method method,
      Object @Nullable [] arguments,
      String dataPlane)
      throws Throwable {
    Span span =
        TracingObserver.spanBuilder(port.getSimpleName() + "." + method.getName())
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(CLUSTER, dataPlane)
            .startSpan();
    Scope scope = span.makeCurrent();
    try {
      return call(part, method, arguments);
    } catch (Throwable refused) {
      span.setStatus(StatusCode.ERROR, String.valueOf(refused.getMessage()));
      throw refused;
    } finally {
      scope.close();
      span.end();
    }
  }

  private static @Nullable Object call(
      @Nullable Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException refused) {
      throw refused.getCause();
    }
  }

  private interface Calls {
    @Nullable Object answer(Method method, Object @Nullable [] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> port, Calls calls) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, arguments) -> calls.answer(method, arguments)));
  }
}
