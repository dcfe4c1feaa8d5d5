package dev.goldenrod.cli.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Takes the signals that would end the process, until it is closed; in a process of its own, until
 * that ends, because the JVM may pass on a signal after the command that it was for has ended. A
 * signal that was ignored when the process began, as {@code nohup} does it, stays so. Where the JVM
 * was told to leave signals alone ({@code -Xrs}), none is taken.
 */
public final class Signals implements AutoCloseable {
  /** What ends a process, by its number. */
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  // By reflection, because the compiler warns of each use of the only class there is for it.
  private final Map<Object, Object> former = new LinkedHashMap<>();

  private final boolean isGivenBack;

  private Signals(boolean isGivenBack) {
    this.isGivenBack = isGivenBack;
  }

  /** Has them taken by that, as {@code INT}, {@code TERM} or {@code HUP}. */
  public static Signals takenBy(Terminal terminal, Consumer<String> handler) {
    Signals signals = new Signals(!terminal.isOfProcess());
    List.of("HUP", "INT", "TERM").forEach(name -> signals.take(name, handler));
    return signals;
  }

  /** Has that done at each hangup for as long as this process runs. */
  public static void onHangup(Runnable handler) {
    new Signals(false).take("HUP", name -> handler.run());
  }

  /** How a process ends that the signal ended, as a shell says it. */
  public static int exitCode(String name) {
    return 128 + NUMBERS.getOrDefault(name, 0);
  }

  private void take(String name, Consumer<String> handler) {
    try {
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      InvocationHandler calls =
          (proxy, method, args) ->
              switch (method.getName()) {
                case "handle" -> {
                  handler.accept(name);
                  yield null;
                }
                case "equals" -> proxy == args[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "handler of " + name;
              };
      Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls);
      Object signal =
          Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name);
      former.put(signal, set(signal, proxy));
    } catch (ReflectiveOperationException e) {
      // Without them, the signal ends the process as it ends any other.
    }
  }

  private static Object set(Object signal, Object handler) throws ReflectiveOperationException {
    return signal
        .getClass()
        .getMethod("handle", signal.getClass(), Class.forName("sun.misc.SignalHandler"))
        .invoke(null, signal, handler);
  }

  @Override
  public void close() {
    if (!isGivenBack) {
      return;
    }
    former.forEach(
        (signal, handler) -> {
          try {
            set(signal, handler);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot give back " + signal, e);
          }
        });
  }
}
