package dev.goldenrod.dataplane.k8s.client;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;
import okhttp3.EventListener;

/**
 * In-flight calls of one client, including those whose response is still being received.
 * Thread-safe.
 */
final class OpenCalls extends EventListener {
  private final Set<Call> calls = ConcurrentHashMap.newKeySet();

  @Override
  public void callStart(Call call) {
    calls.add(call);
  }

  @Override
  public void callEnd(Call call) {
    calls.remove(call);
  }

  @Override
  public void callFailed(Call call, IOException problem) {
    calls.remove(call);
  }

  /** Cancels all calls; their readers get an I/O error. */
  void cancel() {
    calls.forEach(Call::cancel);
  }
}
