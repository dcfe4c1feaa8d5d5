package dev.goldenrod.dataplane.k8s.client;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;
import okhttp3.EventListener;

/** The calls of a client that are under way, answers that still come included. Thread-safe. */
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

  /** Ends them all: their readers get an I/O error. */
  void cancel() {
    calls.forEach(Call::cancel);
  }
}
