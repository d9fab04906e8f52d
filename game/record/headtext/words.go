package headtext

import "strings"

// kind is the meaning of a word.
type kind uint8

// The kinds of words.
const (
	other    kind = iota
	black         // a side
	white         //
	wins          // the side before it, or after it
	loses         //
	plus          // as in B+R
	resigns       // the side before it resigns
	resigned      // by resignation: the side before it wins
	timesOut      // the side before it has no time left
	onTime        // on time: the side before it wins
	forfeits      // the side before it forfeits
	forfeit       // by forfeit: the side before it wins
	drawn         // neither side wins
	void          // the game does not count
	goingOn       // the game has not ended
	denied        // what follows did not happen
	filler        // says nothing
	letterR       // a letter that has a meaning only after plus
	letterT       //
	letterF       //
	points        // units of amounts
	stones        // Chinese: each is two points
	counter       // units of what is no amount of points, such as moves
	half          // half a unit
	and           // between a number and a fraction
	komi          // black gives
	reverse       // white gives
	nothing       // no komi
	amount        // a number; not in the table
)

// lists are the words that records use for results and komi. "_" stands for a space. The sources are FF[4] (RE, KM), and
// records of OGS, KGS, CGOS, Fox, Tygem, Cyberoro, PandaNet, MultiGo and Nihon Ki-in. Reports and tests of other programs
// quote many of them. The rest are the common words of each language for the same results.
var lists = map[kind]string{
	black: "black b 黑 黒 흑 black's schwarz noir noirs negro negras nero neri черные чёрные zwart czarne 黑方 黑棋 黒番 흑번",
	white: "white w 白 백 white's weiss weiß blanc blancs blanco blancas bianco bianchi белые wit białe 白方 白棋 白番 백번",
	wins: "win wins won winner winning victory beats 胜 勝 勝ち 勝利 胜利 获胜 獲勝 赢 贏 승 승리 gewinnt gewonnen gagne gana " +
		"vince выиграли победа wint wygrywa",
	loses:    "lose loses lost loss loser defeat 负 負 负于 負け 败 敗 输 輸 패 패배 verliert perd pierde perde проиграли verliest przegrywa",
	resigns:  "resigns resigned resigned_by gives_up gave_up 认输 認輸 投了 投子 投子认负 投子認負 投降 交棋 기권 돌거둠 gibt_auf abandonne abandona сдались",
	resigned: "resign resignation resigning res by_resignation 中盘 中盤 中押 中押し 中押しに 不计 不計 不计点 不計點 불계 불계승 aufgabe abandon abandono",
	timesOut: "times_out timed_out runs_out_of_time ran_out_of_time out_of_time timeout_by flagged 超时 超時 逾时 逾時 時間切れ 時間切 切れ負け 切れ負 " +
		"시간초과 시간패",
	onTime: "time timeout on_time by_time 时间 時間 時間勝 时间胜 시간 시간승 zeit temps tiempo 超时胜 超時勝 逾时胜 逾時勝 時間切れ勝 時間切れ勝ち",
	forfeits: "forfeits forfeited disconnects disconnected left_game left_the_game leaves leaves_the_game escapes " +
		"弃权 棄権 棄權 弃赛 缺席 掉线 断线 離線 离线 逃跑 反則 反則負け 犯规 犯規 违例 違例 실격 반칙 반칙패",
	forfeit: "forfeit forf default by_default walkover wo illegal cheating disconnect disconnection moderator adjudication 不戦 不战 不戰 不戦勝 " +
		"不战胜 不戰勝 反則勝 反則勝ち 判 判定 弃权胜 棄権勝 棄權勝 부전승 판정 판정승 반칙승 기권승",
	drawn: "draw drawn tie tied jigo ジゴ 持碁 持棋 和 和棋 和局 平 平局 平手 引分 引分け 引き分け 引き分 무승부 빅 remis unentschieden nulle " +
		"empate tablas ничья patta",
	void: "void no_result annulled cancelled canceled abort aborted both_lose 無勝負 无胜负 無勝敗 无胜败 不分胜负 不分勝負 无结果 無結果 作废 作廢 無効 " +
		"无效 無效 三劫 循環 双方负 雙方負 両負け 무효 무승패",
	goingOn: "unfinished unknown adjourned suspended ongoing in_progress not_finished 打掛 打挂 打ち掛け 打掛け 封棋 封手 未完 未完成 中断 中斷 暂停 暫停 봉수 " +
		"미완 중단",
	denied:  "not never didn't doesn't hasn't won't nicht",
	filler:  "by with the a of due to mit durch um par de con por の は が を に につき で 는 은 이 가",
	letterR: "r", letterT: "t", letterF: "f",
	points: "point points pt pts moku p jip zip punkt punkte punkten puntos punti очков 目 点 點 집 호",
	stones: "子 zi",
	counter: "moves move stone dan kyu d k min minutes seconds sec 手 手完 手迄 手まで 段 期 局 级 級 届 屆 回 年 月 日 分 秒 位 盘棋 번 수 수까지 단 급 국 기 " +
		"분 초",
	half:    "半 반",
	and:     "又 と 과 와 and",
	komi:    "komi コミ 贴 貼 贴目 貼目 贴还 貼還 贴子 貼子 덤 공제 출 出し 込み コミ出し dum",
	reverse: "reverse_komi 逆コミ 逆込み 倒贴 倒貼 反贴 反貼 白贴 白貼 역덤",
	nothing: "none no no_komi なし 無し 无 無 没有 不贴 不貼 免贴 免貼 无贴目 無貼目 ノーコミ 없음 없다 定先 让先 讓先 정선",
}

// meanings are the kinds by word.
var meanings = func() map[string]kind {
	table := map[string]kind{}
	for k, list := range lists {
		for _, word := range fields(list) {
			table[word] = k
		}
	}
	return table
}()

// fields returns the words of a list.
func fields(list string) []string {
	words := strings.Fields(list)
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "_", " ")
	}
	return words
}
