package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.volume.VolumeStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Volumes on which tests intercept a call. */
final class InterceptedVolumes {
  private InterceptedVolumes() {}

  /** Returns the volumes with an action that runs before each such call for one volume. */
  static VolumeStore before(VolumeStore volumes, String call, String volume, Runnable action) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals(call) && arguments[0].equals(volume)) {
            action.run();
          }
          return method.invoke(volumes, arguments);
        };
    return (VolumeStore)
        Proxy.newProxyInstance(
            VolumeStore.class.getClassLoader(), new Class<?>[] {VolumeStore.class}, handler);
  }
}
