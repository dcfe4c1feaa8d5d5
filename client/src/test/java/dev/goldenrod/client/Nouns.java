package dev.goldenrod.client;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The resource classes of the client, with their methods and records, found by reflection. */
final class Nouns {
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(int.class, 1),
          Map.entry(Integer.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(boolean.class, true),
          Map.entry(Boolean.class, true),
          Map.entry(Long.class, 1L),
          Map.entry(byte[].class, new byte[] {'{', '}'}),
          Map.entry(Duration.class, Duration.ZERO),
          Map.entry(Instant.class, Instant.EPOCH),
          Map.entry(Map.class, Map.of("host", "a")),
          Map.entry(List.class, List.of()));

  private Nouns() {}

  private static Stream<Method> accessors() {
    return Arrays.stream(GoldenrodClient.class.getMethods())
        .filter(method -> method.getParameterCount() == 0)
        .filter(method -> method.getReturnType().getPackage() == Nouns.class.getPackage())
        .filter(method -> method.getReturnType() != ApiConnection.class);
  }

  record Call(Method noun, Method method) {
    /** Calls the method; returns null if it is a wait, whose timeout is zero. */
    Object on(GoldenrodClient client) throws ReflectiveOperationException {
      Object[] sampled =
          Arrays.stream(method.getParameterTypes()).map(type -> sample(type, "a")).toArray();
      try {
        return method.invoke(noun.invoke(client), sampled);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof WaitException) {
          return null;
        }
        throw e;
      }
    }

    @Override
    public String toString() {
      return noun.getName() + "()." + method.getName();
    }
  }

  static Stream<Call> calls() {
    return accessors()
        .flatMap(
            noun ->
                Arrays.stream(noun.getReturnType().getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()))
                    .map(method -> new Call(noun, method)));
  }

  static Stream<Class<?>> records() {
    return Stream.concat(accessors().map(Method::getReturnType), Stream.of(ApiException.class))
        .flatMap(noun -> Arrays.stream(noun.getDeclaredClasses()))
        .filter(Class::isRecord);
  }

  /** Returns a sample value of a type, with all fields set and the given text for all strings. */
  static Object sample(Class<?> type, String text) {
    if (type.isRecord()) {
      return sampleRecord(type, text);
    }
    return type == String.class ? text : SAMPLES.get(type);
  }

  private static Object sampleRecord(Class<?> type, String text) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> whole = type.getDeclaredConstructor(types);
      return whole.newInstance(
          Arrays.stream(types).map(component -> sample(component, text)).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
