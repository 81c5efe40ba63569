import com.segment.analytics.Analytics;
import com.segment.analytics.Callback;
import com.segment.analytics.Log;
import com.segment.analytics.messages.AliasMessage;
import com.segment.analytics.messages.GroupMessage;
import com.segment.analytics.messages.IdentifyMessage;
import com.segment.analytics.messages.Message;
import com.segment.analytics.messages.MessageBuilder;
import com.segment.analytics.messages.PageMessage;
import com.segment.analytics.messages.ScreenMessage;
import com.segment.analytics.messages.TrackMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Sends the messages of every job `event,key,depth` to a host, and prints what the client reports. */
public class Main {
  public static void main(String[] arguments) throws Exception {
    for (int index = 1; index < arguments.length; index++) {
      String[] job = arguments[index].split(",");
      run(arguments[0], job[0], job[1], Integer.parseInt(job[2]));
    }
    System.exit(0);
  }

  static void run(String host, String event, String key, int depth) throws Exception {
    List<MessageBuilder<?, ?>> messages =
        List.of(
            IdentifyMessage.builder().userId("u1").traits(Map.of("name", "小明")),
            TrackMessage.builder(event).userId("u1").properties(Map.of("amount", 12.5, "nested", nested(depth))),
            PageMessage.builder("Home").userId("u1"),
            ScreenMessage.builder("Start").userId("u1"),
            GroupMessage.builder("g1").userId("u1"),
            AliasMessage.builder("u1").userId("u2"));
    CountDownLatch left = new CountDownLatch(messages.size());
    Callback callback =
        new Callback() {
          public void success(Message message) {
            left.countDown();
          }

          public void failure(Message message, Throwable error) {
            System.out.println(event + ": " + error);
            left.countDown();
          }
        };
    Log log =
        new Log() {
          public void print(Level level, String format, Object... values) {
            if (level != Level.VERBOSE) System.out.println(event + ": " + String.format(format, values));
          }

          public void print(Level level, Throwable error, String format, Object... values) {
            System.out.println(event + ": " + String.format(format, values) + " " + error);
          }
        };
    Analytics analytics = Analytics.builder(key).endpoint(host).callback(callback).log(log).build();
    for (MessageBuilder<?, ?> message : messages) analytics.enqueue(message);
    analytics.flush();
    left.await();
    analytics.shutdown();
  }

  static Object nested(int depth) {
    return depth == 0 ? "deep" : Map.of("in", nested(depth - 1));
  }
}
