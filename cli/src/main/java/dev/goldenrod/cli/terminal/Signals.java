package dev.goldenrod.cli.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Handlers for the signals that would end the process. Closing it restores the previous handlers,
 * except for the process's own terminal, because the JVM may deliver a signal after its command has
 * ended. A signal that was ignored at the start, as {@code nohup} does, stays ignored. With {@code
 * -Xrs} no handler is installed.
 */
public final class Signals implements AutoCloseable {
  /** Terminating signals with their numbers. */
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  // By reflection, because the compiler warns about sun.misc.Signal, which has no alternative.
  private final Map<Object, Object> former = new LinkedHashMap<>();

  private final boolean isGivenBack;

  private Signals(boolean isGivenBack) {
    this.isGivenBack = isGivenBack;
  }

  /** Installs the handler, which receives {@code INT}, {@code TERM} or {@code HUP}. */
  public static Signals install(Terminal terminal, Consumer<String> handler) {
    Signals signals = new Signals(!terminal.isOfProcess());
    List.of("HUP", "INT", "TERM").forEach(name -> signals.take(name, handler));
    return signals;
  }

  /** Installs a handler of SIGHUP for the rest of the process's life. */
  public static void onHangup(Runnable handler) {
    new Signals(false).take("HUP", name -> handler.run());
  }

  /** Returns the exit code that a shell reports for a process killed by the signal. */
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
      // Without the class, the signal has its default effect and ends the process.
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
            throw new IllegalStateException("cannot restore the handler of " + signal, e);
          }
        });
  }
}
